/** Notes, facts, episodes and commitments. */
import { z } from "zod";
import { date, type JsonOf, namedSchema, time } from "../schema.ts";
import { provenance, scope, trust } from "./fields.ts";

const tier = z.enum(["short_term", "long_term"]);
const content = z.string().trim().min(1).max(4_000);
const name = z.string().trim().min(1).max(120);
const value = z.string().trim().min(1).max(500);
const confidence = z.number().min(0).max(1);
const status = z.enum(["open", "done", "expired", "cancelled"]);
const what = z.string().trim().min(1).max(1_000);
const who = z.string().max(120);

export const MemoryShape = namedSchema("Memory", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    content: z.string(),
    about: z.string(),
    tier,
    tags: z.array(z.string()),
    priority: z.number(),
    base_priority: z.number(),
    decay_rate: z.number(),
    sticky: z.boolean(),
    last_accessed: time(),
    observed_at: time(),
    created_at: time(),
    updated_at: time(),
    faded_at: time().nullable(),
    /** The memory that corrected it, at `faded_at`. */
    superseded_by: z.string().optional(),
  }),
);

export const MemoryChangeBody = () =>
  z.object({
    content: content.optional(),
    about: z.string().max(120).optional(),
    tier: tier.optional(),
    tags: z.array(z.string().max(60)).max(20).optional(),
    sticky: z.boolean().optional(),
    priority: z.number().min(0).max(1).optional(),
    trust: trust.optional(),
  });

export const NewMemoryBody = () =>
  MemoryChangeBody()
    .omit({ trust: true })
    .extend({ content, scope: scope.default("person") });

export const FactShape = namedSchema("Fact", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    entity: z.string(),
    attribute: z.string(),
    value: z.string(),
    confidence: z.number(),
    sticky: z.boolean(),
    superseded_by: z.string().optional(),
    disputes: z.array(z.string()),
    valid_from: time(),
    valid_to: time().nullable(),
    recorded_at: time(),
    retired_at: time().nullable(),
  }),
);

export const StoredFactShape = () => FactShape().extend({ superseded: z.array(z.string()) });

export const NewFactBody = () =>
  z.object({
    entity: name,
    attribute: name,
    value,
    valid_from: date.optional(),
    valid_to: date.optional(),
    confidence: confidence.optional(),
    sticky: z.boolean().optional(),
    many: z.boolean().optional(),
    scope: scope.default("person"),
  });

export const FactChangeBody = () =>
  z.object({
    value: value.optional(),
    confidence: confidence.optional(),
    sticky: z.boolean().optional(),
    /** No longer believed, but kept as history. */
    retired: z.literal(true).optional(),
    trust: trust.optional(),
  });

export const EpisodeShape = namedSchema("Episode", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    summary: z.string(),
    topics: z.array(z.string()),
    tone: z.string(),
    first_ordinal: z.number().optional(),
    last_ordinal: z.number().optional(),
    started_at: time(),
    ended_at: time(),
    created_at: time(),
  }),
);

export const EpisodeChangeBody = () => z.object({ trust });

export const CommitmentShape = namedSchema("Commitment", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    who: z.string(),
    what: z.string(),
    status,
    note: z.string(),
    due_at: time().nullable(),
    overdue: z.boolean(),
    created_at: time(),
    updated_at: time(),
    closed_at: time().nullable(),
  }),
);

export const NewCommitmentBody = () =>
  z.object({
    what,
    who: who.optional(),
    due_at: date.optional(),
    scope: scope.default("person"),
  });

export const CommitmentChangeBody = () =>
  z.object({
    what: what.optional(),
    who: who.optional(),
    status: status.optional(),
    due_at: date.nullable().optional(),
    note: z.string().max(1_000).optional(),
    trust: trust.optional(),
  });

/** A standing wish or preference, in the person's own words. */
export const WishShape = namedSchema("Wish", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    kind: z.enum(["wish", "preference"]),
    content: z.string(),
    /** Clause that says when it holds; empty: always. */
    condition: z.string(),
    said_at: time(),
    created_at: time(),
    updated_at: time(),
    /** Time from which it no longer held. */
    ended_at: time().nullable(),
    /** The contrary wish that ended it. */
    superseded_by: z.string().optional(),
  }),
);

export const WishChangeBody = () =>
  z.object({
    /** False: it holds again. */
    ended: z.boolean(),
  });

/** A directed connection of two people or things, such as "Ann", "is the sister of", "Tom". */
export const RelationShape = namedSchema("Relation", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    from: z.string(),
    relation: z.string(),
    to: z.string(),
    created_at: time(),
    /** Time from which it no longer held. */
    ended_at: time().nullable(),
  }),
);

export const NewRelationBody = () => z.object({ from: name, relation: name, to: name });

export const RelationChangeBody = () =>
  z.object({
    /** False: it holds again. */
    ended: z.boolean().optional(),
    trust: trust.optional(),
  });

export type Note = JsonOf<typeof MemoryShape>;
export type Fact = JsonOf<typeof FactShape>;
export type Episode = JsonOf<typeof EpisodeShape>;
export type Commitment = JsonOf<typeof CommitmentShape>;
export type Relation = JsonOf<typeof RelationShape>;
export type Wish = JsonOf<typeof WishShape>;
export type CommitmentStatus = Commitment["status"];
