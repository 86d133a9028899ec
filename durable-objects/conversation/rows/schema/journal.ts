/** Tables for finished work of turns and for what they started, so that a resumed turn repeats nothing. */
import type { CallRecord, Reply } from "../../../../src/agent/turn.ts";
import type { ConversationInit } from "../../../../src/domain/conversation/conversation.ts";
import type { ChildState } from "../../../../src/domain/events.ts";
import type { CallId, ConversationId, TurnId } from "../../../../src/domain/ids.ts";
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
import type { Timings } from "../../../../src/observability/turn-trace.ts";
import { int, json, key, real, text } from "../../../sql/column.ts";
import { listOf, withFields } from "../../../sql/shape.ts";
import { table } from "../../../sql/table.ts";
import { LATE, LATE_9, LATE_BUT_BORN } from "./columns.ts";
import { fittedReply } from "./fit-parts.ts";
import type { Estimate, KeptAsk } from "./stored-json.ts";

/** The journal: model replies, with the usage and times of their steps. */
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

/** Decisions about calls, for whoever decides later. */
export const callDecisions = table(
  "decided",
  { late: true, since: 13 },
  {
    call_id: key(text<CallId>()),
    decision: text<DecisionInbound["decision"]>(),
    /** Name of whoever decided; null: nobody known here. */
    by: text().nullable(),
    at: int(),
  },
);

/** Conversations that calls of this one have started. */
export const children = table("children", LATE_9, {
  id: key(text<ConversationId>()),
  call_id: text<CallId>(),
  turn_id: text<TurnId>(),
  /** `spawn_agent`, `delegate`, or a kind that another part of the house defines. */
  kind: text(),
  /** Use of its report: as the result of the call, or as a message in its agent's name. */
  report: text<"result" | "message">(),
  /** Slug, and name for people to read. */
  agent: text(),
  name: text(),
  task: text(),
  depth: int(),
  state: text<ChildState>(),
  /** Open questions and approvals of the child, in the order in which they are shown, one at a time. */
  asks: json(listOf(withFields<KeptAsk>({ type: "string", call_id: "string" }))),
  /** Time after which the child is given up. Null: it waits for a person, or has ended. */
  deadline: int().nullable(),
  patience_ms: int(),
  /** US dollars that it and all below it may spend. */
  spend_usd: real(),
  /** Steps as it has reported them. */
  steps: int(),
  cost_usd: real(),
  /** Last words of the child, or why there are none. */
  words: text(),
  began_at: int(),
  ended_at: int().nullable(),
  /** Its settings, for the job that begins it; null: it began at once. */
  init: json(withFields<ConversationInit>({ conversation_id: "string", owner: "string" }))
    .nullable()
    .since(15),
  /** Attempts that have ended before the present one. */
  tries: int().since(15, 0),
});

/** Model calls in progress outside the turns. The first one asks for the conversation's title. */
export const sideCalls = table("side_calls", LATE_BUT_BORN, {
  id: key(text()),
  estimate: json(withFields<Estimate>({ id: "string", model: "string" })),
});
