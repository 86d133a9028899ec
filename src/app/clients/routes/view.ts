/** The view of a client, and its place in an address. */
import { z } from "zod";
import type { Client } from "../../../clients/client.ts";
import type { ClientDeps } from "../../../clients/ports.ts";

export const clientParams = () => z.object({ id: z.string().max(100) });

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
