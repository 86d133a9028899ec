/** Secrets of a person for capabilities: their values are in no answer. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const SecretShape = namedSchema("Secret", () =>
  z.object({
    name: z.string(),
    /** The secret's last characters; empty where they would reveal too much. */
    hint: z.string(),
    updated_at: time(),
  }),
);

export type Secret = JsonOf<typeof SecretShape>;
