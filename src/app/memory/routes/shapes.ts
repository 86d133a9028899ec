/** Shapes of memory in the API; `views.ts` makes the values. */
import { z } from "zod";
import { namedSchema, time } from "../../../contract/schema.ts";

const provenance = () => ({
  origin: z.enum(["tool", "extraction", "consolidation", "person", "import"]),
  conversation_id: z.string().nullable(),
  message_id: z.string().nullable(),
  trust: z.enum(["trusted", "untrusted"]),
});

export const MemoryShape = namedSchema("Memory", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    content: z.string(),
    about: z.string(),
    tier: z.enum(["short_term", "long_term"]),
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

export const CommitmentShape = namedSchema("Commitment", () =>
  z.object({
    ...provenance(),
    id: z.string(),
    scope: z.string(),
    who: z.string(),
    what: z.string(),
    status: z.enum(["open", "done", "expired", "cancelled"]),
    note: z.string(),
    due_at: time().nullable(),
    overdue: z.boolean(),
    created_at: time(),
    updated_at: time(),
    closed_at: time().nullable(),
  }),
);

/** A passage that was found. */
export const HitShape = namedSchema("Hit", () =>
  z.object({
    id: z.string(),
    kind: z.enum(["turn", "file", "memory", "fact", "episode"]),
    scope: z.string(),
    text: z.string(),
    trust: z.enum(["trusted", "untrusted"]),
    source: z.string(),
    session: z.string(),
    speaker: z.string(),
    agent: z.string(),
    at: time().nullable(),
    score: z.number(),
    lines: z.object({ start: z.number(), end: z.number() }).optional(),
    conversation_id: z.string().nullish(),
    message_id: z.string().nullish(),
    path: z.string().optional(),
    file_id: z.string().optional(),
    url: z.string().optional(),
    content: z.string().optional(),
    tags: z.array(z.string()).optional(),
    signals: z.record(z.string(), z.unknown()).optional(),
    belonging: z.number().optional(),
    recalled: z.boolean().optional(),
  }),
);

const NodeShape = namedSchema("GraphNode", () =>
  z.object({
    id: z.string(),
    depth: z.number(),
    label: z.string(),
    trust: z.enum(["trusted", "untrusted"]),
  }),
);

export const GraphShape = () =>
  z.object({
    nodes: z.array(NodeShape()),
    edges: z.array(
      z.object({
        source_id: z.string(),
        target_id: z.string(),
        relation: z.string(),
        weight: z.number(),
        trust: z.enum(["trusted", "untrusted"]),
      }),
    ),
  });

export const DeepShape = () =>
  z.object({
    text: z.string(),
    trust: z.enum(["trusted", "untrusted"]),
    style: z.string(),
    items: z.array(HitShape()),
    related: z.array(NodeShape()),
  });
