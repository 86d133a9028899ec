/** Knowledge collections. */
import { z } from "zod";
import {
  DOCUMENT_STATES,
  FILE_KINDS,
  MOST_DEPTH,
  MOST_PAGES,
  MOST_SOURCES,
  RHYTHMS,
  SITE_PROBLEMS,
} from "../../collections/collection.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const ref = () => z.string().max(1_000);

const source = () =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(FILE_KINDS), ref: ref() }),
    /** Pages of a site: of the host of the start address `ref`, below its path. */
    z.strictObject({
      kind: z.literal("site"),
      ref: ref(),
      most: z.number().int().min(1).max(MOST_PAGES).default(100),
      depth: z.number().int().min(0).max(MOST_DEPTH).default(3),
      every: z.enum(RHYTHMS).default("week"),
    }),
  ]);

const site = () =>
  z.object({
    ref: z.string(),
    is_reading: z.boolean(),
    pages_read: z.number().int(),
    /** Pages that are known so far, those that were read among them. */
    pages_known: z.number().int(),
    /** Null: nothing kept it from being read. */
    problem: z.enum(SITE_PROBLEMS).nullable(),
  });

export const CollectionShape = namedSchema("Collection", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    agents: z.array(z.string()),
    sources: z.array(source()),
    /** Progress of its sites. */
    sites: z.array(site()),
    /** Null: its documents have not been read yet. */
    synced_at: time().nullable(),
  }),
);

export const CollectionDocumentShape = namedSchema("CollectionDocument", () =>
  z.object({ path: z.string(), name: z.string(), state: z.enum(DOCUMENT_STATES) }),
);

const name = () => z.string().trim().min(1).max(100);

export const CollectionFields = () =>
  z.strictObject({
    name: name(),
    description: z.string().trim().max(1_000).default(""),
    /** Slugs; only of one's own agents, or as an admin. */
    agents: z.array(z.string().max(100)).max(50).default([]),
    sources: z.array(source()).max(MOST_SOURCES).default([]),
  });

export const CollectionChange = () =>
  z.strictObject({
    name: name().optional(),
    description: z.string().trim().max(1_000).optional(),
    agents: z.array(z.string().max(100)).max(50).optional(),
    sources: z.array(source()).max(MOST_SOURCES).optional(),
  });

export type CollectionSummary = JsonOf<typeof CollectionShape>;
export type CollectionDocument = JsonOf<typeof CollectionDocumentShape>;
export type CollectionFields = SchemaInput<typeof CollectionFields>;
export type CollectionChange = SchemaInput<typeof CollectionChange>;
