/** Saved prompts. */
import { z } from "zod";
import { type ChangeTo, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

export const PromptFields = () =>
  z.strictObject({
    /** The name that is typed after a slash. */
    name: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        "small letters, digits and hyphens, at most 40, as in weekly-report",
      ),
    description: z.string().trim().max(200).default(""),
    /** With variables: `{{place}}`, `{{tone: dry}}`, `{{size: small | large}}`. */
    text: z.string().trim().min(1).max(20_000),
  });

export const PromptShape = namedSchema("Prompt", () =>
  z.object({
    name: z.string(),
    description: z.string(),
    text: z.string(),
    /** The variables of its text, with their defaults and choices. */
    variables: z.array(z.object({ name: z.string(), value: z.string(), choices: z.array(z.string()) })),
    created_at: time(),
    updated_at: time(),
  }),
);

export type PromptFields = SchemaInput<typeof PromptFields>;
export type PromptChange = ChangeTo<PromptFields>;
export type Prompt = JsonOf<typeof PromptShape>;
