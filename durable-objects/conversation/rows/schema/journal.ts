/** What turns have done and set going, so that a resumed one does none of it again. */
import type { CallRecord, Reply } from "../../../../src/agent/turn.ts";
import type { ChildState } from "../../../../src/domain/events.ts";
import type { CallId, ConversationId, TurnId } from "../../../../src/domain/ids.ts";
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
import type { Timings } from "../../../../src/observability/turn-trace.ts";
import { int, json, key, real, text } from "../../sql/column.ts";
import { listOf, withFields } from "../../sql/shape.ts";
import { table } from "../../sql/table.ts";
import { LATE, LATE_9, LATE_BUT_BORN } from "./columns.ts";
import { fittedReply } from "./fitted.ts";
import type { Estimate, KeptAsk } from "./stored-json.ts";

/** The journal: model replies, with what their steps took. */
export const steps = table("steps", LATE, {
  turn_id: key(text<TurnId>()),
  step: key(int()),
  reply: json(withFields<Reply & { timings?: Timings }>({ step: "number", calls: "list" }), fittedReply),
});

/** The journal: the recorded state of each tool call. */
export const calls = table("calls", LATE, {
  turn_id: key(text<TurnId>()),
  step: key(int()),
  call_id: key(text<CallId>()),
  state: text<CallRecord["state"]>(),
  record: json(withFields<CallRecord>({ state: "string", call_id: "string" })),
});

/** What was decided about calls: whoever decides after that is told. */
export const decided = table(
  "decided",
  { late: true, since: 13 },
  {
    call_id: key(text<CallId>()),
    decision: text<DecisionInbound["decision"]>(),
    /** Name of who has decided; null: nobody that is known here. */
    by: text().nullable(),
    at: int(),
  },
);

/** Conversations that calls of this one have set going. */
export const children = table("children", LATE_9, {
  id: key(text<ConversationId>()),
  call_id: text<CallId>(),
  turn_id: text<TurnId>(),
  /** `spawn_agent`, `delegate`, or what another part of the house calls its own. */
  kind: text(),
  /** What becomes of its report: the result of the call, or a message in its agent's name. */
  report: text<"result" | "message">(),
  /** Slug, and name for people to read. */
  agent: text(),
  name: text(),
  task: text(),
  depth: int(),
  state: text<ChildState>(),
  /** What it wants of a person, in the order in which it is shown: one after the other. */
  asks: json(listOf(withFields<KeptAsk>({ type: "string", call_id: "string" }))),
  /** Given up from then on. Null: it waits for a person, or has ended. */
  deadline: int().nullable(),
  patience_ms: int(),
  /** US dollars that it and all below it may spend. */
  spend_usd: real(),
  /** As it has reported them. */
  steps: int(),
  cost_usd: real(),
  /** What it said last, or why there is nothing. */
  words: text(),
  began_at: int(),
  ended_at: int().nullable(),
});

/** Model calls beside the turns that are under way. The first asks for the conversation's name. */
export const sideCalls = table("side_calls", LATE_BUT_BORN, {
  id: key(text()),
  estimate: json(withFields<Estimate>({ id: "string", model: "string" })),
});
