/** Tables for the talk: messages, turns, inputs and events. */
import type { TurnMemory } from "../../../../src/domain/agent.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { ContextTier } from "../../../../src/domain/inbound.ts";
import type { MessageStatus, Part, RecalledSource, Role, Usage } from "../../../../src/domain/message.ts";
import type { ClientTools } from "../../../../src/domain/program/client-tools.ts";
import type { Trust } from "../../../../src/domain/trust.ts";
import { bool, int, json, key, real, text } from "../../../sql/column.ts";
import { hotChange } from "../../../sql/commit-view.ts";
import { listOf, orElse, withFields } from "../../../sql/shape.ts";
import { type TableOptions, table } from "../../../sql/table.ts";
import { actor, HOT, source } from "./columns.ts";
import { fitParts } from "./fit-parts.ts";
import type { StoredEvent, TurnSummary, Waiting } from "./stored-json.ts";

const MESSAGES: TableOptions = { hot: true, indexes: [{ name: "messages_by_parent", on: "(parent_id)" }] };

export const messages = table("messages", MESSAGES, {
  id: key(text<MessageId>()),
  parent_id: text<MessageId>().nullable(),
  role: text<Role>(),
  agent: text().nullable(),
  author: text().nullable(),
  parts: json(listOf(withFields<Part>({ type: "string" })), fitParts),
  status: text<MessageStatus>(),
  created_at: int(),
  usage: json(withFields<Usage>({ input_tokens: "number", output_tokens: "number" })).nullable(),
  cost_usd: real().nullable(),
  /** Null: copied from another conversation. */
  turn_id: text<TurnId>().nullable(),
  /** Person id of the author, when known. */
  author_id: text().nullable().since(9),
  /** Null: trusted. */
  trust: text<Trust>().nullable().since(9),
  /** The `provider/model` that wrote it: on answers, as the columns below. */
  model: text().nullable().since(10),
  duration_ms: int().nullable().since(10),
  recalled: json(listOf(withFields<RecalledSource>({ id: "string", text: "string", source: "string" })))
    .nullable()
    .since(10),
  /** An untrusted answer that repeats nothing from outside. */
  quotes_none: bool().nullable().since(14),
});

const OPEN_TURNS = { name: "turns_open", on: "(id) WHERE ended_at IS NULL" };
const TURNS: TableOptions = { hot: true, indexes: [OPEN_TURNS] };

/** Final states of a turn. An `absorbed` turn never ran: the running turn took its message in. */
export type EndState = "completed" | "halted" | "failed" | "absorbed";

/**
 * State of an unfinished turn. `queued`: will run, or runs right now, which only this life of the object
 * knows. `parked`: waits for a person or a child. `halting`: a person has asked to stop it.
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
  tier: text<ContextTier>(),
  created_at: int(),
  /** Time before which it is not claimed: a burst is still being combined. */
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
  /** The person who spoke. */
  actor: actor().since(9),
  /** The person whose budget it uses; null: the owner. */
  payer: text().nullable().since(9),
  /** Memory that it uses: its owner's, or the place's own. */
  memory: text<TurnMemory>().since(9, "person"),
  /** Order among the open turns; null: `start_seq`. */
  place: real().nullable().since(17),
  /** Number of later turns that went before it. */
  passes: int().since(17, 0),
});

export const turnEnds = hotChange("endings", turns, ["id", "state", "ended_at", "summary"]);

/** Tools that the program of a message brought for its turn, until the turn has ended. */
export const clientTools = table(
  "client_tools",
  { late: true, since: 16 },
  {
    turn_id: key(text<TurnId>()),
    brought: json(withFields<ClientTools>({ tools: "list" })),
  },
);

/** Accepted inputs, by their idempotency keys. */
export const inbox = table("inbox", HOT, {
  key: key(text()),
  turn_id: text<TurnId>().nullable(),
  message_id: text<MessageId>().nullable(),
  /** Sequence number of the last event before it. */
  seq: int(),
  at: int(),
});

/** Events in batches. The bulk of `thin` ones is in the trail only. */
export const events = table("events", HOT, {
  last_seq: key(int()),
  first_seq: int(),
  at: int(),
  kind: text<"deltas" | "record" | "thin">(),
  json: json(listOf(withFields<StoredEvent>({ type: "string", seq: "number" }))),
});
