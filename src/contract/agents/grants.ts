/** Grants: standing permissions for an agent's calls of one tool. */
import { z } from "zod";
import { GRANT_WAYS } from "../../domain/grants/grant.ts";
import { date, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const MOST_DESTINATIONS = 50;
const MOST_USES = 10_000;

export const GrantShape = namedSchema("Grant", () =>
  z.object({
    id: z.string(),
    agent: z.string(),
    tool: z.string(),
    /** Hosts, addresses, recipients or items that it covers; empty: calls that name none; null: any. */
    to: z.array(z.string()).nullable(),
    /** Null: in all conversations. */
    conversation_id: z.string().nullable(),
    /** Only in one turn of the conversation, and in what it handed on. */
    for_task: z.boolean(),
    ends_at: time().nullable(),
    max_uses: z.number().nullable(),
    /** Counted for grants with a number of uses or an amount. */
    uses: z.number(),
    /** Sum of the amounts of its calls; null: it covers no call that names one. */
    max_amount: z.number().nullable(),
    spent: z.number(),
    /** Validity also after the turn has read outside content. */
    after_reading: z.boolean(),
    /** `before`: an "always" of the time before grants had a scope. */
    given: z.enum(GRANT_WAYS),
    granted_at: time(),
    last_used_at: time().nullable(),
  }),
);

const terms = () => ({
  to: z.array(z.string().trim().min(1).max(500)).max(MOST_DESTINATIONS).nullable(),
  ends_at: date.nullable(),
  max_uses: z.number().int().min(1).max(MOST_USES).nullable(),
  max_amount: z.number().positive().max(1_000_000_000).nullable(),
  after_reading: z.boolean(),
});

export const NewGrantBody = () =>
  z.strictObject({
    agent: z.string().min(1).max(200),
    tool: z.string().min(1).max(200),
    ...terms(),
  });

/** All that is allowed to an agent for a tool. */
export const GrantPairBody = () => z.object({ agent: z.string(), tool: z.string() });

export const GrantChangeBody = () => z.strictObject(terms()).partial();

export type Grant = JsonOf<typeof GrantShape>;
export type NewGrant = SchemaInput<typeof NewGrantBody>;
export type GrantChange = SchemaInput<typeof GrantChangeBody>;
