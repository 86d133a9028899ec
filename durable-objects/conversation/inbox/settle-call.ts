/** Parked calls: their results arrive by the inbox, and the turn goes on. */
import type { CallRecord, Reply } from "../../../src/agent/turn.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { CallId, TurnId } from "../../../src/domain/ids.ts";
import type { Denial } from "../../../src/domain/message.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import { type CallRow, loadSteps, parkedCalls, putCall, startedCalls } from "../rows/step-journal.ts";
import type { Store } from "../rows/store.ts";
import { isWaiting, parkedRecord } from "../rows/waiting-calls.ts";
import { EXPIRED } from "./approval-expiry.ts";

export interface CallAnswer {
  call_id: CallId;
  content: string;
  is_error: boolean;
  /** It comes from a job or a child, not from a person. */
  isReport: boolean;
}

export interface Settled {
  turn_id: TurnId;
  events: EventBody[];
  /** A tool was allowed for good: other conversations are to know soon. */
  isGrant: boolean;
}

export function waits(store: Store, answer: Pick<CallAnswer, "call_id" | "isReport">): boolean {
  return rowFor(store, answer) !== undefined;
}

/** Undefined when nothing waits under that id. Call inside a commit. */
export function settleParked(store: Store, answer: CallAnswer): Settled | undefined {
  const row = rowFor(store, answer);
  if (!row) return undefined;
  const record = answerRecord(store, row, answer);
  putCall(store.sql, row.turn_id, row.step, record);
  const isGrant = record.state === "approved" && record.always === true;
  if (isGrant) queueGrant(store, row, record.call_id);
  // While its other calls still run the turn is not parked yet, and will see for itself.
  if (!isWaiting(store, row.turn_id) && store.turns.get(row.turn_id)?.state === "parked")
    store.turns.setState(row.turn_id, "queued");
  const events = record.state === "settled" ? [resultEvent(record)] : [];
  return { turn_id: row.turn_id, events, isGrant };
}

/** For later turns, here and in the owner's other conversations. */
function queueGrant(store: Store, row: CallRow, call_id: CallId): void {
  const { parked } = parkedRecord(row);
  const agent = parked.kind === "approval" ? parked.agent : undefined;
  if (agent)
    queueAfterWork(store, {
      costs: [],
      message_ids: [],
      grants: [{ agent, tool: nameOf(store, row, call_id) }],
    });
}

/** What was set going may report before the call that did so has parked. */
function rowFor({ sql }: Store, { call_id, isReport }: Pick<CallAnswer, "call_id" | "isReport">) {
  const isMeant = (row: CallRow) => row.call_id === call_id;
  return parkedCalls(sql).find(isMeant) ?? (isReport ? startedCalls(sql).find(isMeant) : undefined);
}

function answerRecord(store: Store, row: CallRow, answer: CallAnswer): CallRecord {
  const { call_id } = answer;
  const record = JSON.parse(row.record) as CallRecord;
  const kind = record.state === "parked" ? record.parked.kind : "job";
  const name = nameOf(store, row, call_id);
  if (kind === "approval") return decisionRecord(call_id, name, answer.content);
  const trust = kind === "question" ? "trusted" : "untrusted";
  const { content, is_error } = answer;
  return { state: "settled", call_id, result: { call_id, name, content, is_error, trust } };
}

/** `allow_once`, `always`, `deny` or `deny: reason`. Anything but a clear yes is a no. */
function decisionRecord(call_id: CallId, name: string, decision: string): CallRecord {
  if (decision === "allow_once") return { state: "approved", call_id };
  if (decision === "always") return { state: "approved", call_id, always: true };
  const denied = denialOf(decision);
  const content = denied.by === "time" ? NOBODY_ANSWERED : refusalText(denied);
  const result = { call_id, name, content, is_error: true, trust: "trusted" as const, denied };
  return { state: "settled", call_id, result };
}

function denialOf(decision: string): Denial {
  if (decision === EXPIRED) return { by: "time" };
  const reason = decision.startsWith("deny:") ? decision.slice("deny:".length).trim() : "";
  return { by: "person", ...(reason !== "" && { reason }) };
}

const NOBODY_ANSWERED =
  "Nobody allowed this call in time, so it was not made. Go on without it, and say that it was left out; the person can ask for it again.";

function refusalText({ reason }: Denial): string {
  const why = reason === undefined ? "" : ` Their reason: ${reason}`;
  return `The person did not allow this call. Do not try it again; go on without it.${why}`;
}

function nameOf(store: Store, row: CallRow, call_id: CallId): string {
  const replies: Reply[] = loadSteps(store.sql, row.turn_id).map((step) => step.reply);
  const call = replies.flatMap((reply) => reply.calls).find((candidate) => candidate.call_id === call_id);
  return call?.name ?? "unknown";
}

function resultEvent(record: Extract<CallRecord, { state: "settled" }>): EventBody {
  const { call_id, name, content, is_error, denied } = record.result;
  return { type: "tool_result", call_id, name, result: content, is_error, ...(denied && { denied }) };
}
