/** Forgotten items: counted, listed and restored. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const ForgottenShape = namedSchema("Forgotten", () =>
  z.object({
    id: z.string(),
    kind: z.string(),
    text: z.string(),
    forgotten_at: time(),
    /** The time when it is removed for good. */
    gone_at: time(),
  }),
);

export const ForgetBody = () =>
  z.object({
    about: z.string().trim().min(2).max(120),
    dry_run: z.boolean().default(false),
    final: z.boolean().default(false),
  });

/** Numbers of items that were forgotten, or of a trial would be. */
const ForgottenCountsShape = () =>
  z.object({
    memories: z.number(),
    facts: z.number(),
    episodes: z.number(),
    commitments: z.number(),
    wishes: z.number(),
    states: z.number(),
    relations: z.number(),
    passages: z.number(),
  });

export const ForgettingShape = () =>
  z.object({ about: z.string(), dry_run: z.boolean(), forgotten: ForgottenCountsShape() });

export const RestoredShape = () => z.object({ restored: z.number() });

export type ForgottenItem = JsonOf<typeof ForgottenShape>;
export type ForgetSummary = JsonOf<typeof ForgottenCountsShape>;
export type Forgetting = JsonOf<typeof ForgettingShape>;
