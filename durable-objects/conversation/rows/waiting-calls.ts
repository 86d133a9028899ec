/** Parked calls: what a conversation's turns wait for. */
import type { CallRecord } from "../../../src/agent/turn.ts";
import type { CallId, TurnId } from "../../../src/domain/ids.ts";
import { type CallRow, parkedCalls } from "./step-journal.ts";
import type { Store } from "./store.ts";

type ParkedRecord = Extract<CallRecord, { state: "parked" }>;

/** The question that a plain message answers: asked by the newest parked turn, and the only one open. */
export function openQuestion(store: Store): CallId | undefined {
  const newest = store.turns.open().at(-1);
  if (newest?.state !== "parked") return undefined;
  const questions = parkedCalls(store.sql)
    .filter((row) => row.turn_id === newest.id)
    .map(parkedRecord)
    .filter((record) => record.parked.kind === "question");
  return questions.length === 1 ? questions[0]?.call_id : undefined;
}

/** What the turn waits for, in words. */
export function questionOf(store: Store, turn_id: TurnId): string {
  const row = parkedCalls(store.sql).find((candidate) => candidate.turn_id === turn_id);
  const parked = row && parkedRecord(row).parked;
  if (parked?.kind === "question") return parked.question;
  return parked?.kind === "approval" ? approvalText(parked.tool, parked.reason) : "";
}

export function approvalText(tool: string, reason: string): string {
  return `May ${tool} be used? ${reason}`;
}

/** Whether the turn has a call whose result is still to come. */
export function isWaiting(store: Store, turn_id: TurnId): boolean {
  return parkedCalls(store.sql).some((row) => row.turn_id === turn_id);
}

export function parkedRecord(row: CallRow): ParkedRecord {
  return JSON.parse(row.record) as ParkedRecord;
}
