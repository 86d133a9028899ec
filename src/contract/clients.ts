/** Clients as the API takes and shows them. */
import { z } from "zod";
import { clientSchema } from "../clients/fields.ts";
import { CHAT_NAMES } from "../domain/chat-platforms.ts";
import {
  type ChangeTo,
  type JsonOf,
  namedSchema,
  type SchemaInput,
  type SchemaOutput,
  time,
} from "./schema.ts";

/** Fields of a new client; a change names some of them. */
export const ClientFields = clientSchema;
export type ClientFields = SchemaInput<typeof ClientFields>;
export type ClientChange = ChangeTo<ClientFields>;

export const BotFields = () =>
  z.strictObject({
    channel: z.enum(CHAT_NAMES),
    /** Empty for the channel's first account. */
    account: z
      .string()
      .regex(/^[a-z0-9-]{0,32}$/, "an account is named by lower-case letters, digits and dashes")
      .default(""),
  });
export type Bot = SchemaOutput<typeof BotFields>;

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
export type Client = JsonOf<typeof ClientShape>;

export const RemovedClientShape = namedSchema("RemovedClient", () =>
  z.object({ id: z.string(), job_id: z.string() }),
);
export type RemovedClient = JsonOf<typeof RemovedClientShape>;
