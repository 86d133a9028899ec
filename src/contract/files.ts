/** Uploaded files, their readings, and uploads in pieces. */
import { z } from "zod";
import { type JsonOf, namedSchema, type SchemaInput, time } from "./schema.ts";

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
    /** A scan, which `POST /files/{id}/recognition` makes text of. */
    can_recognize: z.literal(true).optional(),
    /** The numbers below, for people. */
    words: z.string().optional(),
    characters: z.number().nullable().optional(),
    used_characters: z.number().optional(),
    unit: z.enum(["page", "sheet", "slide"]).nullable().optional(),
    units: z.number().nullable().optional(),
    used_units: z.number().optional(),
    whole: z.boolean().optional(),
    /** Too long to be given whole: a model gets its outline, and the passages that fit the question. */
    in_passages: z.literal(true).optional(),
  }),
);

export const UploadShape = namedSchema("Upload", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    media_type: z.string(),
    size: z.number(),
    /** Bytes that have arrived: the place of the next piece. */
    offset: z.number(),
    /** Bytes of each piece; the last one may be shorter. */
    piece_bytes: z.number(),
    /** End of the upload, which each piece that arrives moves. */
    expires_at: time(),
  }),
);

export const NewUploadFields = () =>
  z.strictObject({
    name: z.string().trim().min(1).max(500),
    media_type: z.string().max(200).optional(),
    /** Bytes of the whole file. */
    size: z.int().positive(),
  });

const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in hexadecimal");

export const PieceQuery = () =>
  z.object({ offset: z.coerce.number().int().min(0), sha256: sha256().optional() });

export const CompleteFields = () => z.strictObject({ sha256: sha256().optional() });

export type StoredFile = JsonOf<typeof FileShape>;
export type FileReading = JsonOf<typeof ReadingShape>;
export type Upload = JsonOf<typeof UploadShape>;
export type NewUploadFields = SchemaInput<typeof NewUploadFields>;
