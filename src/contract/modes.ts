/** Modes as the API shows them. */
import { z } from "zod";
import { MODES } from "../domain/fields/mode.ts";
import { type JsonOf, namedSchema } from "./schema.ts";

export const ModeShape = namedSchema("Mode", () =>
  z.object({
    name: z.enum(MODES),
    label: z.string(),
    note: z.string(),
    /** Reason why it can't work with this model here; null: it can. */
    why_not: z.string().nullable(),
  }),
);

export type ModeEntry = JsonOf<typeof ModeShape>;
