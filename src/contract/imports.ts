/** Imports in steps: what is sent, what it holds, what is taken of it, and what became of it. */
import { z } from "zod";
import { IMPORT_STATES } from "../export/imports/record.ts";
import { ITEM_KINDS, LEFT_REASONS } from "../export/item.ts";
import { type JsonOf, listOf, namedSchema, type SchemaInput, time } from "./schema.ts";

const MOST_FILES = 5_000;
const MOST_BYTES = 2_000_000_000;
const LONGEST_PATH = 400;

const kind = () => z.enum(ITEM_KINDS);
const perKind = <S extends z.ZodType>(shape: S) => z.record(kind(), shape);

const SourceShape = namedSchema("ImportSource", () =>
  z.object({
    /** Name of the archive, folder or file. */
    name: z.string(),
    /** Form or program; empty: nothing was recognised. */
    format: z.string(),
    counts: perKind(z.int()),
    messages: z.int(),
    /** Messages on branches that were left. */
    branched: z.int(),
    pictures: z.int(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    folders: z.array(z.string()),
    /** First names of each kind. */
    names: perKind(z.array(z.string())),
  }),
);

export const ImportShape = namedSchema("Import", () =>
  z.object({
    id: z.string(),
    state: z.enum(IMPORT_STATES),
    created_at: time(),
    updated_at: time(),
    /** Bytes of all files together. */
    size: z.int(),
    files: z.int(),
    /** Bytes of a part; the files are sent one after the other, cut into parts of this size. */
    part_bytes: z.int(),
    sources: z.array(SourceShape()),
    take: z.object({ kinds: z.array(kind()), sources: z.array(z.int()) }).nullable(),
    outcome: perKind(z.object({ imported: z.int(), known: z.int(), left: z.int(), not_chosen: z.int() })),
    left: z.partialRecord(z.enum(LEFT_REASONS), z.int()),
    problems: z.array(
      z.object({ kind: z.enum([...ITEM_KINDS, "file"]), title: z.string(), why: z.enum(LEFT_REASONS) }),
    ),
    failure: z.string().nullable(),
  }),
);

export const ImportsShape = () => listOf(ImportShape());

export const NewImportFields = () =>
  z.object({
    files: z
      .array(
        z.strictObject({
          path: z.string().trim().min(1).max(LONGEST_PATH),
          size: z.int().min(0).max(MOST_BYTES),
        }),
      )
      .min(1, "Choose at least one file.")
      .max(MOST_FILES, `An import has at most ${MOST_FILES} files. Pack the folder into a zip archive.`)
      .refine(
        (files) => files.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES,
        `An import has at most ${MOST_BYTES / 1e9} GB. Bring a larger one in several parts.`,
      ),
  });

export const TakeFields = () =>
  z.object({
    kinds: z.array(kind()).min(1, "Choose at least one kind."),
    /** Indexes of the sources; left out: all. */
    sources: z.array(z.int().min(0)).max(MOST_FILES).optional(),
  });

export type Import = JsonOf<typeof ImportShape>;
export type NewImportFields = SchemaInput<typeof NewImportFields>;
export type TakeFields = SchemaInput<typeof TakeFields>;
