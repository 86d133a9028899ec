/** Passages that a search finds, and the graph of memory. */
import { z } from "zod";
import { type JsonOf, listOf, namedSchema, time } from "../schema.ts";
import { trust } from "./fields.ts";
import { RelationShape, WishShape } from "./items.ts";

/** A passage that was found. */
const HitShape = namedSchema("Hit", () =>
  z.object({
    id: z.string(),
    kind: z.enum(["turn", "file", "memory", "fact", "episode"]),
    scope: z.string(),
    text: z.string(),
    trust,
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
    /** Address of an uploaded file. */
    url: z.string().optional(),
    /** A note's text without its tags. */
    content: z.string().optional(),
    tags: z.array(z.string()).optional(),
    signals: z.record(z.string(), z.unknown()).optional(),
    belonging: z.number().optional(),
    recalled: z.boolean().optional(),
    /** Kinds of answers, with `explain`: what the question asks for and the result does not give, as far as its words tell. */
    lacks: z.array(z.string()).optional(),
  }),
);

const NodeShape = namedSchema("GraphNode", () =>
  z.object({
    id: z.string(),
    depth: z.number(),
    label: z.string(),
    trust,
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
        trust,
      }),
    ),
  });

export const DeepShape = () =>
  z.object({
    text: z.string(),
    trust,
    style: z.string(),
    items: z.array(HitShape()),
    related: z.array(NodeShape()),
    relations: z.array(RelationShape()),
  });

export const FoundShape = () =>
  listOf(HitShape()).extend({
    took_ms: z.number(),
    rows_read: z.number().optional(),
    /** Only with `automatic`: the wishes that a turn with that message would be given, and the messages they were said in. */
    wishes: z.array(WishShape()).optional(),
  });

export type Hit = JsonOf<typeof HitShape>;
export type SearchAnswer = JsonOf<typeof FoundShape>;
