/** Parked calls: what a conversation's turns wait for. */

import type { ParkedCall } from "../../../src/agent/ports/parked-call.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { ChildAskView } from "../../../src/channels/web/wire.ts";
import type { AskAloud } from "../../../src/domain/conversation/aloud/spoken-reply.ts";
import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import { offeredOf } from "../../../src/domain/grants/scopes.ts";
import type { CallId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { ClientCall } from "../../../src/domain/program/client-tools.ts";
import { approvalText } from "../../../src/domain/text/approval-words.ts";
import type { Speaker } from "../../../src/domain/who-may.ts";
import { askView, type ChildRow, shownAsk } from "./children.ts";
import { turns } from "./schema/talk.ts";
import type { Store } from "./store.ts";
import { type CallRow, type ParkedRow, parkedCalls } from "./turns/step-journal.ts";
import type { TurnRow } from "./turns/turns.ts";

type Kinds = readonly ParkedCall["kind"][];

/** The calls of open turns that wait for one of these kinds. */
export function waitingCalls(store: Store, kinds: Kinds): ParkedRow[] {
  return parkedCalls(store.sql).filter(({ record }) => kinds.includes(record.parked.kind));
}

/** The call with that id, if it waits for one of these kinds. */
export function waitingCall(store: Store, call_id: CallId, kinds: Kinds): ParkedRow | undefined {
  return waitingCalls(store, kinds).find((row) => row.call_id === call_id);
}

/**
 * An answer or decision that the conversation wants of a person now. Its id is the call at which it is shown.
 */
export interface OpenAsk {
  type: "question" | "approval";
  call_id: CallId;
  turn: TurnRow;
  /** ms since the epoch. */
  expires_at: number | undefined;
  /** Set when the call itself asks. */
  own?: ParkedRow;
  /** Set when a child that the call started asks. */
  ofChild?: { child: ChildRow; ask: ChildAsk };
}

export function openAsks(store: Store): OpenAsk[] {
  const own = waitingCalls(store, ["question", "approval"]).flatMap((row) => ownAsk(store, row));
  return [...own, ...store.children.open().flatMap((child) => askOfChild(store, child))];
}

/** The ask that is shown at that call. */
export function askAt(store: Store, call_id: CallId): OpenAsk | undefined {
  return openAsks(store).find((ask) => ask.call_id === call_id);
}

function ownAsk(store: Store, own: ParkedRow): OpenAsk[] {
  const turn = openTurnOf(store, own);
  const type = own.record.parked.kind === "approval" ? "approval" : "question";
  return turn ? [{ type, call_id: own.call_id, turn, expires_at: expiryOf(own), own }] : [];
}

/** Even when the turn that started the child has ended, the person whom it answered is asked. */
function askOfChild(store: Store, child: ChildRow): OpenAsk[] {
  const ask = shownAsk(child);
  const turn = ask && store.turns.get(child.turn_id);
  if (!ask || !turn) return [];
  const { type, expires_at } = ask;
  return [{ type, call_id: child.call_id, turn, expires_at, ofChild: { child, ask } }];
}

/**
 * Time at which the call is settled without a person, in ms since the epoch. Undefined when it waits for none, or for
 * ever.
 */
export function expiryOf({ record: { parked } }: ParkedRow): number | undefined {
  return "expires_at" in parked ? parked.expires_at : undefined;
}

/**
 * The question that a plain message of `by` answers: the newest parked turn asked it, and it is the only one
 * open. With no turn open, on a chat, it is the only question of a child in the background.
 */
export function openQuestion(store: Store, by: Source, kinds: ChannelKinds): OpenAsk | undefined {
  const newest = store.turns.open().at(-1);
  if (newest && newest.state !== "parked") return undefined;
  if (!newest && !kinds[by.channel].carried) return undefined;
  const questions = openAsks(store).filter(
    ({ type, turn }) => type === "question" && (!newest || turn.id === newest.id),
  );
  return questions.length === 1 ? questions[0] : undefined;
}

export function openTurnOf(store: Store, { turn_id }: Pick<CallRow, "turn_id">): TurnRow | undefined {
  return store.turns.open().find((turn) => turn.id === turn_id);
}

/**
 * The person to whom the turn speaks: the sender whom it answers. A turn that no message began, such as a
 * reminder's, speaks to whoever wrote last in the place to which its reply goes.
 */
export function addresseeOf(store: Store, turn: TurnRow): Speaker {
  const isBegunByWords = store.transcript.get(turn.trigger_id)?.role === "user";
  return isBegunByWords ? turn : (lastWriter(store, turn) ?? turn);
}

function lastWriter({ sql }: Store, { id, source }: TurnRow): Speaker | undefined {
  return sql.pick(
    { of: turns, columns: ["source", "actor"] },
    `WHERE id < ? AND json_extract(source, '$.channel') = ? AND json_extract(source, '$.thread') IS ?
       AND EXISTS (SELECT 1 FROM messages m WHERE m.id = turns.trigger_id AND m.role = 'user')
     ORDER BY id DESC LIMIT 1`,
    id,
    source.channel,
    source.thread ?? null,
  )[0];
}

/** An ask that a turn waits for, and the call that takes the answer. */
export type PendingAsk = { call_id: CallId } & ChildAskView;

/** Empty when the turn waits only for a child. */
export function wantedBy(store: Store, turn_id: TurnId): PendingAsk[] {
  return wantedIn(openAsks(store).filter(({ turn }) => turn.id === turn_id));
}

/** All that the conversation wants of people now. */
export function wantedHere(store: Store): PendingAsk[] {
  return wantedIn(openAsks(store));
}

function wantedIn(asks: readonly OpenAsk[]): PendingAsk[] {
  return asks.flatMap(({ call_id, own, ofChild }) => {
    const ask = ofChild?.ask ?? (own && askIn(own));
    return ask ? [{ call_id, ...askView(ask), ...(own && voiceIn(own)) }] : [];
  });
}

/** A child's call is never allowed by voice. */
function voiceIn({ record: { parked } }: ParkedRow): { by_voice?: true } {
  return parked.kind === "approval" && parked.by_voice ? { by_voice: true } : {};
}

function askIn({ call_id, record: { parked } }: ParkedRow): ChildAsk | undefined {
  if (parked.kind === "question") {
    const { kind: type, question, options, caution, expires_at } = parked;
    return { type, call_id, question, options, ...definedOf({ caution, expires_at }) };
  }
  if (parked.kind !== "approval") return undefined;
  const { kind: type, tool, input, reason, agent, expires_at, provenance, read, plan } = parked;
  const grant = parked.grant && offeredOf(parked.grant);
  const known = definedOf({ expires_at, provenance, read, plan, grant });
  return { type, call_id, tool, input, reason, agent, ...known };
}

/** All of them, as far as a spoken reply needs it. */
export function asksAloud(store: Store): AskAloud[] {
  return wantedHere(store).map((ask) => ({
    type: ask.type,
    call_id: ask.call_id,
    options: ask.type === "question" ? ask.options : [],
    is_secret: ask.type === "question" && ask.caution === "secret",
  }));
}

/** The ask as text. */
export function wantedText(wanted: PendingAsk): string {
  return wanted.type === "question" ? wanted.question : approvalText(wanted.tool, wanted.reason);
}

/** The calls of a turn that wait for the program of its message. */
export function clientCallsOf(store: Store, turn_id: TurnId): ClientCall[] {
  return waitingCalls(store, ["client"]).flatMap(({ turn_id: of, call_id, record: { parked } }) =>
    of === turn_id && parked.kind === "client" ? [{ call_id, name: parked.tool, input: parked.input }] : [],
  );
}

/** Whether the turn has a call without a result. */
export function isWaiting(store: Store, turn_id: TurnId): boolean {
  return parkedCalls(store.sql).some((row) => row.turn_id === turn_id);
}
