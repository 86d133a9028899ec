/**
 * Ranks of the turns that wait in a conversation: a person's words are answered before what a delegation brings, and that
 * before what a schedule or a hook brings. A turn is passed by a bounded number of later ones, so that none waits for ever.
 */
import type { EventBody } from "../../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { PRIORITIES } from "../../../../src/jobs/job.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import type { EventElsewhere } from "./acceptance.ts";

/** Number of later turns that may go before one. */
const MOST_PASSES = 4;

/** Waiting turns that a new one goes before. */
interface Passed {
  /** The first is where the new turn comes in. */
  turns: TurnRow[];
  /** Place of the new turn. */
  place: number;
  /** Parent of the new message, until now that of the first turn's message. */
  parent_id: MessageId | null;
}

/** The smallest is answered first. */
function rankOf(role: Message["role"] | undefined, { channel }: Source): number {
  if (channel === "conversation") return PRIORITIES.delegation;
  return role === "system" ? PRIORITIES.scheduled : PRIORITIES.awaited;
}

/** Undefined when the message goes on elsewhere than at the end of the queue, or when nothing there ranks lower. */
export function passedBy(store: Store, message: Message, source: Source): Passed | undefined {
  const open = store.turns.open();
  const last = open.at(-1);
  if (!last || last.trigger_id !== store.meta.head || last.answer_id !== message.parent_id) return undefined;
  const rank = rankOf(message.role, source);
  const at =
    open.findLastIndex(
      (turn, index) => !mayBePassed(store, turn, rank) || !isBelow(store, turn, open[index + 1]),
    ) + 1;
  const turns = open.slice(at);
  const [first] = turns;
  if (!first) return undefined;
  const parent_id = store.transcript.get(first.trigger_id)?.parent_id ?? null;
  return { turns, place: placeBefore(first, open[at - 1]), parent_id };
}

/** Whether the turn may be passed: nothing was done about it yet, and no model has read its message. */
function mayBePassed(store: Store, turn: TurnRow, rank: number): boolean {
  const { transcript, turns } = store;
  const message = transcript.get(turn.trigger_id);
  return (
    turn.state === "queued" &&
    turn.passes < MOST_PASSES &&
    rankOf(message?.role, turn.source) > rank &&
    turns.isUnread(turn.id) &&
    transcript.turnOf(turn.trigger_id) === turn.id
  );
}

/** Whether the message of the next turn follows this turn's answer. */
function isBelow(store: Store, { answer_id }: TurnRow, next: TurnRow | undefined): boolean {
  return next === undefined || store.transcript.get(next.trigger_id)?.parent_id === answer_id;
}

function placeBefore(next: TurnRow, before: TurnRow | undefined): number {
  const end = placeOf(next);
  return before ? (placeOf(before) + end) / 2 : end - 0.5;
}

function placeOf({ place, start_seq }: TurnRow): number {
  return place ?? start_seq;
}

/** The messages of the turns that were passed move below the new turn's answer. Returns the events that say so. */
export function pass(store: Store, id: TurnId, { turns, place }: Passed): EventElsewhere[] {
  const { transcript, meta } = store;
  const [first] = turns;
  const answer_id = store.turns.get(id)?.answer_id;
  const message = first && transcript.get(first.trigger_id);
  if (!message || answer_id === undefined) return [];
  store.turns.reorder(id, { place });
  for (const { id: behind, passes } of turns) store.turns.reorder(behind, { passes: passes + 1 });
  const moved = { ...message, parent_id: answer_id };
  transcript.put(moved, first.id);
  meta.head = turns.at(-1)?.trigger_id ?? meta.head;
  // Clients take the last `message` event for the branch head, so restate it.
  const head: EventBody[] = meta.head === null ? [] : [{ type: "head", message_id: meta.head }];
  return [
    { body: { type: "message", message: moved }, turn_id: first.id },
    ...head.map((body) => ({ body, turn_id: null })),
  ];
}

/** A turn that goes on with what a delegation brought lets people's words go first that wait by now. */
export function goBehindPeople(store: Store, id: TurnId, now: number): void {
  const { turns, transcript } = store;
  const open = turns.open();
  const turn = open.find((each) => each.id === id);
  if (turn?.state !== "queued") return;
  const isFirst = (each: TurnRow) =>
    turns.isUnread(each.id) &&
    each.ready_at <= now &&
    rankOf(transcript.get(each.trigger_id)?.role, each.source) === PRIORITIES.awaited;
  const behind = open.slice(open.indexOf(turn) + 1);
  const first = behind.filter(isFirst).slice(0, MOST_PASSES - turn.passes);
  const last = first.at(-1);
  if (!last) return;
  const next = behind[behind.indexOf(last) + 1];
  const place = next ? placeBefore(next, last) : placeOf(last) + 0.5;
  turns.reorder(id, { place, passes: turn.passes + first.length });
}
