/** Schemas shared by the tools that hand on tasks. */
import { z } from "zod";

export const Task = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .describe("All that it has to know: what to do, with what, and what to report");

export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^@?[a-z0-9][a-z0-9-]{0,62}$/, "must be the slug of an agent")
  .transform((slug) => slug.replace(/^@/, ""));

export const Limits = z.object({
  steps: z.number().int().min(1).max(100).optional(),
  minutes: z.number().min(1).max(720).optional(),
  spend_usd: z.number().positive().max(100).optional().describe("US dollars"),
});
