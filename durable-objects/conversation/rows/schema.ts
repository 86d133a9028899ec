/**
 * What a conversation's object stores, each table described once: its statements, the types of its rows, how its JSON
 * is read and how an older object gets it come from here. A column or a table that comes later says since which
 * version, the next after `CONVERSATION.version`; what has landed is neither taken away nor given another meaning.
 */
import type { ContextTier } from "../../../src/agent/context/files.ts";
import type { CallRecord, Reply } from "../../../src/agent/turn.ts";
import type { Chunk, Told } from "../../../src/channels/channel.ts";
import type { Parent } from "../../../src/domain/conversation.ts";
import type { CallId, ConversationId, DeliveryId, Id, MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Channel, Source } from "../../../src/domain/inbound.ts";
import type { MessageStatus, Part, Role, Usage } from "../../../src/domain/message.ts";
import type { Timings } from "../../../src/observability/turn-trace.ts";
import { bool, int, json, key, numbered, onlyRow, real, text, textOrEmpty, unique } from "../sql/column.ts";
import { hotChange } from "../sql/commit-view.ts";
import { schemaOf } from "../sql/migrations.ts";
import { isText, isTextOrNull, listOf, orElse, withFields } from "../sql/shape.ts";
import type { Sql } from "../sql/sql.ts";
import { type TableOptions, table } from "../sql/table.ts";
import { Tables } from "../sql/tables.ts";
import { fitted } from "./fitted.ts";
import type { AfterWork, Estimate, StoredEvent, TurnSummary, Waiting } from "./stored-json.ts";

const PLAIN: TableOptions = {};
const HOT: TableOptions = { hot: true };
const LATE: TableOptions = { late: true };

const source = () => json(withFields<Source>({ channel: "string", sender: "string" }));

/** The one row about the conversation itself. All times are ms since the epoch. */
export const meta = table("meta", HOT, {
  id: onlyRow(),
  conversation_id: text<ConversationId>(),
  owner: text(),
  agent: text().nullable(),
  room: text().nullable(),
  channel: text<Channel>(),
  title: text(),
  model: text().nullable(),
  mode: text().nullable(),
  /** The newest message of the active branch. */
  head: text<MessageId>().nullable(),
  /** No event with a higher seq was ever sent: after a crash, numbering goes on above it. */
  seq_limit: int(),
  /** Grows with each change of what the index in D1 shows. */
  revision: int(),
  message_count: int(),
  turn_count: int(),
  input_tokens: int(),
  output_tokens: int(),
  /** US dollars. */
  cost_usd: real(),
  /** Messages before this one are out of the model's sight. */
  window_start: text<MessageId>().nullable(),
  archived: bool(),
  created_at: int(),
  updated_at: int(),
  parent: json(withFields<Parent>({ conversation_id: "string", call_id: "string", depth: "number" }))
    .nullable()
    .since(8),
});

const MESSAGES: TableOptions = { hot: true, indexes: [{ name: "messages_by_parent", on: "(parent_id)" }] };

export const messages = table("messages", MESSAGES, {
  id: key(text<MessageId>()),
  parent_id: text<MessageId>().nullable(),
  role: text<Role>(),
  agent: text().nullable(),
  author: text().nullable(),
  parts: json(listOf(withFields<Part>({ type: "string" })), fitted),
  status: text<MessageStatus>(),
  created_at: int(),
  usage: json(withFields<Usage>({ input_tokens: "number", output_tokens: "number" })).nullable(),
  cost_usd: real().nullable(),
  /** Null: copied from another conversation. */
  turn_id: text<TurnId>().nullable(),
});

const OPEN_TURNS = { name: "turns_open", on: "(id) WHERE ended_at IS NULL" };
const TURNS: TableOptions = { hot: true, indexes: [OPEN_TURNS] };

/** How a turn ended. An `absorbed` one never ran: a turn that ran already has taken its message in. */
export type EndState = "completed" | "halted" | "failed" | "absorbed";

/**
 * How an unfinished turn stands: `queued` is to be run, or is being run in this very life of the object, which alone
 * knows that; `parked` waits for somebody; of a `halting` one a person has asked that it be stopped.
 */
export type OpenState = "queued" | "parked" | "halting";

export const turns = table("turns", TURNS, {
  id: key(text<TurnId>()),
  state: text<OpenState | EndState>(),
  trigger_id: text<MessageId>(),
  answer_id: text<MessageId>(),
  agent: text().nullable(),
  model: text().nullable(),
  mode: text().nullable(),
  source: source(),
  tier: text<"full" | "operational">(),
  created_at: int(),
  /** Not claimed before: a burst is still being combined. */
  ready_at: int(),
  /** Seq just before the turn's first event: replay from here rebuilds it. */
  start_seq: int(),
  /** Resumptions since the last recorded step. */
  attempts: int(),
  /** Null: unfinished. */
  ended_at: int().nullable(),
  summary: json(
    orElse(withFields<TurnSummary>({ steps: "number" }), withFields<Waiting>({ timings: "record" })),
  ).nullable(),
});

export const turnEnds = hotChange("endings", turns, ["id", "state", "ended_at", "summary"]);

/** Accepted inputs, by their idempotency keys. */
export const inbox = table("inbox", HOT, {
  key: key(text()),
  turn_id: text<TurnId>().nullable(),
  message_id: text<MessageId>().nullable(),
  /** Of the last event before it. */
  seq: int(),
  at: int(),
});

/** The journal: model replies, with what their steps took. */
export const steps = table("steps", LATE, {
  turn_id: key(text<TurnId>()),
  step: key(int()),
  reply: json(withFields<Reply & { timings?: Timings }>({ step: "number", calls: "list" })),
});

/** The journal: the recorded state of each tool call. */
export const calls = table("calls", LATE, {
  turn_id: key(text<TurnId>()),
  step: key(int()),
  call_id: key(text<CallId>()),
  state: text<CallRecord["state"]>(),
  record: json(withFields<CallRecord>({ state: "string", call_id: "string" })),
});

/** Events in batches; of a `thin` one the bulk is in the trail alone. */
export const events = table("events", HOT, {
  last_seq: key(int()),
  first_seq: int(),
  at: int(),
  kind: text<"deltas" | "record" | "thin">(),
  json: json(listOf(withFields<StoredEvent>({ type: "string", seq: "number" }))),
});

/** Reminders: messages that the conversation wakes for. */
export const reminders = table("scheduled", LATE, {
  id: key(text()),
  key: unique(text()),
  at: int(),
  text: text(),
});

export const afterWork = table("after_work", HOT, {
  id: numbered(),
  json: json(withFields<AfterWork>({ costs: "list", message_ids: "list" })),
});

const OPEN_DELIVERIES = { name: "deliveries_open", on: "(id) WHERE settled_at IS NULL" };
const DELIVERIES: TableOptions = { late: true, indexes: [OPEN_DELIVERIES] };

/** One a logical reply, with its chunks and how far they have come. */
export const deliveries = table("deliveries", DELIVERIES, {
  id: key(text<DeliveryId>()),
  /** Null when no turn has said it. */
  turn_id: textOrEmpty<TurnId>(),
  message_id: text<MessageId>(),
  kind: text<"reply" | "question" | "approval" | "failure">(),
  target: source(),
  status: text<"pending" | "sent" | "failed">(),
  /** Emptied once all are acknowledged: the message itself has the words. */
  chunks: json(listOf(withFields<Chunk | Told>({ type: "string" }))),
  chunk_count: int(),
  /** Chunks that the platform has acknowledged. */
  sent: int(),
  /** Of the acknowledged chunks, in order. */
  platform_ids: json(listOf(isTextOrNull)),
  /** Texts and files of the answer that this and earlier deliveries of the turn have covered. */
  texts: int(),
  /** Sends of the current chunk of whose outcome nothing is known. */
  doubts: int(),
  /** When the first of them left. */
  doubt_at: int().nullable(),
  /** Failed tries in a row. */
  tries: int(),
  next_at: int(),
  /** When its trying began: the beginning, or the last time a person asked for it. */
  since: int(),
  reason: text().nullable(),
  created_at: int(),
  settled_at: int().nullable(),
});

/** Segments of the record in R2, planned or written. */
export const trail = table("trail", PLAIN, {
  /** Of its first event; the key of its object as well. */
  first_seq: key(int()),
  /** All stored events up to here are in it, or in an earlier one. */
  last_seq: int(),
  day: text(),
  bytes: int(),
  written: bool(),
  /** The line that it ends with, until it is written. */
  snapshot: text().nullable(),
});

/** Summaries that stand for the older part of a branch, by the message they reach to. None is ever deleted. */
export const compactions = table("compactions", LATE, {
  id: key(text<Id<"cmp">>()),
  /** The last message it stands for: on branches without it, it does not count. */
  upto: text<MessageId>(),
  summary: text(),
  /** `provider/model`, or "rule". */
  by_model: text(),
  /** How many messages it stands for, with those of the summaries before it. */
  messages: int(),
  /** Estimated tokens of the history with which it began, and of what it left. */
  tokens_before: int(),
  tokens_after: int(),
  /** Something in what it stands for came from outside. */
  tainted: bool(),
  at: int(),
  /** When memory had seen all of it; null: still to be done. */
  flushed_at: int().nullable(),
  undone_at: int().nullable(),
});

/** The semi-stable part of each agent's prompt as it was last written. */
export const prefixes = table("prefixes", PLAIN, {
  agent: key(text()),
  tier: key(text<ContextTier>()),
  stamp: text(),
  sections: json(listOf(isText)),
});

/** Deferred commands that have been accepted and are not carried out yet. */
export const orders = table("orders", LATE, {
  id: numbered(),
  name: text<"compact" | "undo_compact">(),
  /** How often it was begun. */
  attempts: int(),
  at: int(),
});

/** Model calls beside the turns that are under way. */
export const sideCalls = table("side_calls", LATE, {
  id: key(text()),
  estimate: json(withFields<Estimate>({ id: "string", model: "string" })),
});

/** An open row with the word of an ended one: a halt had been asked for. */
const HALT_ASKED = {
  since: 7,
  table: turns,
  statement: "UPDATE turns SET state = 'halting' WHERE state = 'halted' AND ended_at IS NULL",
};

export const CONVERSATION = schemaOf({
  tables: [
    ...[meta, messages, turns, inbox, steps, calls, events, reminders, afterWork],
    ...[deliveries, trail, compactions, prefixes, orders, sideCalls],
  ],
  changes: [turnEnds],
  commitsSince: 7,
  corrections: [HALT_ASKED],
});

/** One `Tables` for each life of the object: every write goes through it. */
export function tablesOf(sql: Sql | Tables): Tables {
  return sql instanceof Tables ? sql : new Tables(sql, CONVERSATION);
}
