/** Prompts of the house as the API shows them to the operator. */
import { z } from "zod";
import { PROMPT_NAMES } from "../../agent/prompts/prompt-texts.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";

const MOST_CHARACTERS = 20_000;

export const housePromptName = () => z.enum(PROMPT_NAMES);

export const HousePromptText = () => z.strictObject({ text: z.string().trim().min(1).max(MOST_CHARACTERS) });

export const HousePromptEdit = () =>
  HousePromptText().extend({
    /** The version that was edited; 0: none. */
    version: z.int().min(0),
  });

export const HousePromptShape = namedSchema("HousePrompt", () =>
  z.object({
    name: housePromptName(),
    description: z.string(),
    /** Names that its text may use, each with its explanation. */
    variables: z.array(
      z.object({
        name: z.string(),
        note: z.string(),
        /** A text without it is refused. */
        is_required: z.boolean(),
      }),
    ),
    text: z.string(),
    shipped: z.string(),
    is_edited: z.boolean(),
    /** The shipped text that was edited, where another one ships by now. */
    edited_from: z.string().nullable(),
    /** The newest version; 0: it was never edited. */
    version: z.number(),
  }),
);

export const HousePromptVersionShape = namedSchema("HousePromptVersion", () =>
  z.object({
    version: z.number(),
    /** Null: back to what ships. */
    text: z.string().nullable(),
    by: z.string(),
    at: time(),
  }),
);

export type HousePrompt = JsonOf<typeof HousePromptShape>;
export type HousePromptVersion = JsonOf<typeof HousePromptVersionShape>;
