/** Name and logo of the instance. */
import { z } from "zod";
import { oneName } from "../../domain/text/one-name.ts";
import { type JsonOf, namedSchema, type SchemaInput } from "../schema.ts";

export const BrandingShape = namedSchema("Branding", () =>
  z.object({
    /** Null: Nightjar. */
    name: z.string().nullable(),
    /** Address of the picture; null: the nightjar. */
    logo: z.string().nullable(),
  }),
);

export const BrandingChangeFields = () =>
  z.object({
    name: z.string().trim().max(60).overwrite(oneName).min(1, "a name is missing").nullable().optional(),
    /** Id of a file that you uploaded. */
    logo: z.string().max(100).nullable().optional(),
  });

export type Branding = JsonOf<typeof BrandingShape>;
export type BrandingChange = SchemaInput<typeof BrandingChangeFields>;
