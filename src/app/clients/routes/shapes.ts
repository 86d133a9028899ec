/** Clients as the API takes and shows them. */
import { z } from "zod";
import type { Client } from "../../../clients/client.ts";
import { clientSchema } from "../../../clients/fields.ts";
import type { ClientDeps } from "../../../clients/ports.ts";
import { CHAT_NAMES } from "../../../domain/chat-platforms.ts";
import { namedSchema, time } from "../../http/schemas.ts";

export const clientParams = () => z.object({ id: z.string().max(100) });

export const AccountFields = () =>
  z.strictObject({
    channel: z.enum(CHAT_NAMES),
    /** Empty for the channel's first account. */
    account: z
      .string()
      .regex(/^[a-z0-9-]{0,32}$/, "an account is named by lower-case letters, digits and dashes")
      .default(""),
  });

export const ClientShape = namedSchema("Client", () =>
  clientSchema().extend({
    id: z.string(),
    spent_today_usd: z.number(),
    spent_this_month_usd: z.number(),
    /** Slugs of the client's agents. */
    agents: z.array(z.string()),
    channels: z.array(z.object({ channel: z.enum(CHAT_NAMES), account: z.string() })),
    conversations: z.number(),
    version: z.number(),
    created_at: time(),
    updated_at: time(),
  }),
);

/** The client with what it stores and has spent. */
export async function clientView(deps: ClientDeps, client: Client) {
  const [agents, conversations, spent] = await Promise.all([
    deps.agentsOf(client.id),
    deps.conversationsOf(client.id),
    deps.spent(client.id),
  ]);
  const { owner: _, accounts, created_at, updated_at, ...rest } = client;
  return {
    ...rest,
    agents,
    conversations,
    channels: accounts,
    spent_today_usd: spent.day,
    spent_this_month_usd: spent.month,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}
