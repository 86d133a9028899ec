/** Parked calls: what a conversation's turns wait for. */
import type { ParkedCall } from "../../../src/agent/ports/tool.ts";
import type { CallId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { turns } from "./schema.ts";
import { type CallRow, type ParkedRow, parkedCalls } from "./step-journal.ts";
import type { Store } from "./store.ts";
import type { TurnRow } from "./turns.ts";

type Kinds = readonly ParkedCall["kind"][];

/** The calls of unfinished turns that wait for one of these. */
export function waitingCalls(store: Store, kinds: Kinds): ParkedRow[] {
  return parkedCalls(store.sql).filter(({ record }) => kinds.includes(record.parked.kind));
}

/** The call of that id, if it waits for one of these. */
export function waitingCall(store: Store, call_id: CallId, kinds: Kinds): ParkedRow | undefined {
  return waitingCalls(store, kinds).find((row) => row.call_id === call_id);
}

/** The calls that wait for an answer of a person: to a question of their own, or of the child that they wait for. */
export function askingCalls(store: Store): ParkedRow[] {
  return waitingCalls(store, ["question", "child"]).filter(({ record: { parked } }) => {
    return parked.kind === "question" || (parked.kind === "child" && parked.asks !== undefined);
  });
}

/** The question that a plain message answers: asked by the newest parked turn, and the only one open. */
export function openQuestion(store: Store): ParkedRow | undefined {
  const newest = store.turns.open().at(-1);
  if (newest?.state !== "parked") return undefined;
  const questions = askingCalls(store).filter((row) => row.turn_id === newest.id);
  return questions.length === 1 ? questions[0] : undefined;
}

export function openTurnOf(store: Store, { turn_id }: Pick<CallRow, "turn_id">): TurnRow | undefined {
  return store.turns.open().find((turn) => turn.id === turn_id);
}

/**
 * To whom the turn speaks: the sender whom it answers. One that nobody's words began, a reminder say, speaks to whoever
 * wrote last in the place to which its reply goes.
 */
export function addresseeOf(store: Store, turn: TurnRow): Source {
  const isBegunByWords = store.transcript.get(turn.trigger_id)?.role === "user";
  return isBegunByWords ? turn.source : (lastWriter(store, turn) ?? turn.source);
}

function lastWriter({ sql }: Store, { id, source }: TurnRow): Source | undefined {
  const newest = sql.pick(
    { of: turns, columns: ["source"] },
    `WHERE id < ? AND json_extract(source, '$.channel') = ? AND json_extract(source, '$.thread') IS ?
       AND EXISTS (SELECT 1 FROM messages m WHERE m.id = turns.trigger_id AND m.role = 'user')
     ORDER BY id DESC LIMIT 1`,
    id,
    source.channel,
    source.thread ?? null,
  )[0];
  return newest?.source;
}

/** What the turn waits for, in words. */
export function questionOf(store: Store, turn_id: TurnId): string {
  const row = parkedCalls(store.sql).find((candidate) => candidate.turn_id === turn_id);
  const parked = row?.record.parked;
  if (parked?.kind === "question") return parked.question;
  if (parked?.kind === "child") return parked.asks?.question ?? "";
  return parked?.kind === "approval" ? approvalText(parked.tool, parked.reason) : "";
}

export function approvalText(tool: string, reason: string): string {
  return `May ${tool} be used? ${reason}`;
}

/** Whether the turn has a call whose result is still to come. */
export function isWaiting(store: Store, turn_id: TurnId): boolean {
  return parkedCalls(store.sql).some((row) => row.turn_id === turn_id);
}
