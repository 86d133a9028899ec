/** Knowledge collections. */
import { z } from "zod";
import { DOCUMENT_STATES, MOST_SOURCES, SOURCE_KINDS } from "../../collections/collection.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const source = () => z.strictObject({ kind: z.enum(SOURCE_KINDS), ref: z.string().max(1_000) });

export const CollectionShape = namedSchema("Collection", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    agents: z.array(z.string()),
    sources: z.array(source()),
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
