/** Work that a conversation's agents delegated: a tree of conversations. */
import { z } from "zod";
import type { ChildItem } from "../channels/web/wire.ts";
import { AskShape } from "./asks.ts";
import { namedSchema, time } from "./schema.ts";

export const ChildShape = namedSchema("Child", () =>
  z.object({
    conversation_id: z.string(),
    call_id: z.string(),
    turn_id: z.string(),
    kind: z.string(),
    agent: z.string(),
    name: z.string(),
    task: z.string(),
    depth: z.number(),
    state: z.enum(["running", "completed", "halted", "failed", "given_up"]),
    ask: AskShape().nullable(),
    steps: z.number(),
    cost_usd: z.number(),
    words: z.string(),
    began_at: time(),
    ended_at: time().nullable(),
    get children(): z.ZodType<ChildItem[]> {
      return z.array(ChildShape()) as unknown as z.ZodType<ChildItem[]>;
    },
  }),
);
