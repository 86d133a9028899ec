/** Uploaded files, and their readings. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "./schema.ts";

export const FileShape = namedSchema("File", () =>
  z.object({
    id: z.string(),
    file_id: z.string(),
    name: z.string(),
    media_type: z.string(),
    size: z.number(),
    created_at: time(),
    url: z.string(),
  }),
);

/** For a file without readable text, the reason takes the place of the numbers. */
export const ReadingShape = namedSchema("FileReading", () =>
  z.object({
    readable: z.boolean(),
    /** The reason why it cannot be read, for people. */
    problem: z.string().optional(),
    /** Its words are pictures, which `POST /files/{id}/recognition` makes text of. */
    can_recognize: z.literal(true).optional(),
    /** The numbers below, for people. */
    words: z.string().optional(),
    characters: z.number().nullable().optional(),
    used_characters: z.number().optional(),
    unit: z.enum(["page", "sheet", "slide"]).nullable().optional(),
    units: z.number().nullable().optional(),
    used_units: z.number().optional(),
    whole: z.boolean().optional(),
  }),
);

export type StoredFile = JsonOf<typeof FileShape>;
export type FileReading = JsonOf<typeof ReadingShape>;
