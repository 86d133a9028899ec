/** Messages and events, as the API answers them. */
import { z } from "zod";
import { EVENTS, type EventType } from "../domain/events.ts";
import { type JsonOf, namedSchema, time } from "./schema.ts";

export const UsageShape = namedSchema("Usage", () =>
  z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_tokens: z.number(),
    cache_write_tokens: z.number(),
  }),
);

const trust = z.enum(["trusted", "untrusted"]);

const MediaShape = () =>
  z.object({
    type: z.enum(["image", "audio", "file"]),
    file_id: z.string(),
    call_id: z.string().optional(),
    owner: z.string().optional(),
    media_type: z.string(),
    name: z.string().optional(),
    url: z.string().optional(),
    size: z.number().optional(),
    is_unremembered: z.literal(true).optional(),
  });

const RecalledShape = () =>
  z.object({
    id: z.string(),
    kind: z.enum(["turn", "file", "memory", "fact", "episode", "commitment"]).optional(),
    text: z.string(),
    source: z.string(),
    at: time().optional(),
    untrusted: z.literal(true).optional(),
    /** Number by which the answer may cite it. */
    n: z.number().optional(),
    url: z.string().optional(),
  });

const ReasoningShape = () =>
  z.object({
    type: z.literal("reasoning"),
    text: z.string(),
    signature: z.string().optional(),
    redacted: z.string().optional(),
    model: z.string().optional(),
  });

const kindOfSource = () => z.enum(["page", "file", "memory", "mail", "tool", "report"]);

const SourceFields = () =>
  z.object({
    hash: z.string(),
    kind: kindOfSource(),
    url: z.string().nullable(),
    title: z.string(),
    chars: z.number(),
    read_at: time(),
    trust: z.enum(["trusted", "untrusted"]),
  });

export const NumberedSourceShape = namedSchema("Source", () => SourceFields().extend({ n: z.number() }));

/** `start` and `end` are the place of `quote` in the source's text, in UTF-16 units. */
const CitationShape = () =>
  z.object({
    type: z.literal("citation"),
    index: z.number(),
    url: z.string(),
    title: z.string(),
    /** Absent: a page of the web. */
    source_kind: kindOfSource().optional(),
    /** Hash of the source's stored text. */
    source_id: z.string().optional(),
    quote: z.string().optional(),
    start: z.number().optional(),
    end: z.number().optional(),
    /** A source that the conversation's own turns did not read: a report's. */
    read: SourceFields().pick({ chars: true, read_at: true, trust: true }).optional(),
  });

const ToolResultShape = () =>
  z.object({
    type: z.literal("tool_result"),
    call_id: z.string(),
    name: z.string(),
    content: z.string(),
    is_error: z.boolean(),
    trust: trust,
    links: z.array(z.string()).optional(),
    denied: z.object({ by: z.enum(["person", "time"]), reason: z.string().optional() }).optional(),
    sources: z.array(NumberedSourceShape()).optional(),
  });

const PartShape = namedSchema("Part", () =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("text"),
      text: z.string(),
      source: z.string().optional(),
      /** Quoted words that answers cite: how their source is named. */
      cited_as: z.object({ kind: kindOfSource(), title: z.string(), url: z.string() }).optional(),
      is_program: z.literal(true).optional(),
      /** No memory keeps the message. */
      is_unremembered: z.literal(true).optional(),
      /** A note for the agent: how much of its spoken answer was heard. */
      heard: z.object({ message_id: z.string(), characters: z.number(), end: z.string() }).optional(),
      /** Sound of a message that was said in a call: GET /conversations/{id}/messages/{message_id}/recording. */
      recording: z.object({ id: z.string(), kept_until: time() }).optional(),
    }),
    ReasoningShape(),
    z.object({
      type: z.literal("tool_call"),
      call_id: z.string(),
      name: z.string(),
      input: z.unknown(),
      /** `provider/model` that gave the id. */
      model: z.string().optional(),
    }),
    ToolResultShape(),
    MediaShape(),
    CitationShape(),
    z.object({
      type: z.literal("error"),
      error: z.string(),
      reason: z.string(),
      /** A retry would fail again, until a person does something. */
      retryable: z.literal(false).optional(),
    }),
  ]),
);

const MessageFields = () =>
  z.object({
    id: z.string(),
    parent_id: z.string().nullable(),
    role: z.enum(["user", "assistant", "system"]),
    agent: z.string().optional(),
    author: z.string().optional(),
    author_id: z.string().optional(),
    parts: z.array(PartShape()),
    status: z.enum(["complete", "partial", "halted", "failed"]),
    created_at: time(),
    usage: UsageShape().optional(),
    cost_usd: z.number().optional(),
    trust: trust.optional(),
    /** An untrusted answer that repeats nothing of what was read from outside. */
    quotes_none: z.literal(true).optional(),
    model: z.string().optional(),
    duration_ms: z.number().optional(),
    recalled: z.array(RecalledShape()).optional(),
  });

/** A message on the active branch. */
export const MessageShape = namedSchema("Message", () =>
  MessageFields().extend({ siblings: z.array(z.string()).optional() }),
);

/** A notice to people, between turns or of an answer; `after`: the message of the page that it follows. */
export const PageNoticeShape = namedSchema("PageNotice", () =>
  z.object({
    seq: z.number(),
    after: z.string().nullable(),
    level: z.enum(["info", "warning", "error"]),
    text: z.string(),
  }),
);

export type PageNotice = JsonOf<typeof PageNoticeShape>;

/** A message of the record, on whichever branch. */
export const RecordedMessageShape = namedSchema("RecordedMessage", () =>
  MessageFields().extend({ active: z.boolean() }),
);

/** Each type has fields of its own; docs/api.md lists them. */
export const EventShape = namedSchema("Event", () =>
  z.looseObject({
    seq: z.number(),
    ts: time(),
    turn_id: z.string().nullable(),
    type: z.enum(Object.keys(EVENTS) as [EventType, ...EventType[]]),
  }),
);

export const SourceTextShape = () => z.object({ source: NumberedSourceShape(), text: z.string() });
