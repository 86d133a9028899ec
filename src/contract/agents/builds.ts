/** Builds of capabilities. */
import { z } from "zod";
import { OpenAskShape } from "../asks.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const buildStatus = () => z.enum(["building", "completed", "failed", "cancelled"]);

const fields = () => ({
  id: z.string(),
  /** The capability's name. */
  name: z.string(),
  description: z.string(),
  status: buildStatus(),
  conversation_id: z.string(),
  call_id: z.string(),
  child_id: z.string().nullable(),
  progress: z.string(),
  version: z.number().nullable(),
  /** The reason why it failed. */
  error: z.string().nullable(),
  steps: z.number(),
  cost_usd: z.number(),
  created_at: time(),
  ended_at: time().nullable(),
});

export const BuildShape = namedSchema("Build", () => z.object(fields()));

export const OpenBuildShape = namedSchema("OpenBuild", () =>
  z.object({ ...fields(), ask: OpenAskShape().nullable() }),
);

export const AnsweredBuildShape = () => z.object({ call_id: z.string(), duplicate: z.boolean() });

export type OpenBuild = JsonOf<typeof OpenBuildShape>;
