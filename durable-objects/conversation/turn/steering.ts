/**
 * Steering: a person's message that arrives while their turn runs joins the turn at its next step. Until the
 * reply to that step is stored, the message keeps its own place in the queue; the same commit then removes
 * it. So it gets exactly one answer, whenever the object dies.
 */
import type { SteeredMessage, StepRecord } from "../../../src/agent/turn.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import { isQuote, type Message } from "../../../src/domain/message.ts";
import { isSameSpeaker } from "../../../src/domain/who-may.ts";
import type { Store } from "../rows/store.ts";
import { clientToolsOf } from "../rows/turns/client-tools.ts";
import type { TurnRow } from "../rows/turns/turns.ts";

/** Longest burst that joins. */
const MOST_MESSAGES = 20;

/**
 * Messages that the running turn can take in before its next step. Messages that are sent later are not among
 * them.
 */
export function steeredInto(store: Store, running: TurnRow, now: number): SteeredMessage[] {
  const found: SteeredMessage[] = [];
  const answered = store.transcript.get(running.trigger_id);
  let answer_id = running.answer_id;
  const open = store.turns.open();
  for (const turn of open.slice(open.findIndex(({ id }) => id === running.id) + 1)) {
    const messages = canJoin(store, turn, running) ? burstOf(store, turn, answer_id) : [];
    if (messages.length === 0 || !messages.every((message) => isTrustedAs(answered, message))) break;
    store.turns.show(turn.id);
    if (turn.ready_at > now) store.turns.extend(turn.id, turn.trigger_id, now);
    for (const { id, parts } of messages) {
      const parent_id = found.at(-1)?.id ?? running.trigger_id;
      const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      found.push({ id, turn_id: turn.id, parent_id, text });
    }
    answer_id = turn.answer_id;
  }
  return found;
}

/**
 * Whether the turn is of the same person, to the same agent, and nothing has been done about it yet. A command with
 * a token, and a program with its tools, wait for an answer of their own.
 */
function canJoin(store: Store, turn: TurnRow, running: TurnRow): boolean {
  const isPlain = turn.agent === null && turn.model === null && turn.mode === null && turn.tier === "full";
  return (
    turn.state === "queued" &&
    isPlain &&
    turn.source.reply_token === undefined &&
    clientToolsOf(store.sql, turn.id) === undefined &&
    store.turns.isFresh(turn.id) &&
    isSameSpeaker(turn, running) &&
    store.transcript.turnOf(turn.trigger_id) === turn.id
  );
}

/** The burst, oldest first; empty unless all of it is text at the end of the branch, below `answer`. */
function burstOf(store: Store, { trigger_id }: TurnRow, answer: MessageId): Message[] {
  const burst: Message[] = [];
  for (let next: MessageId | null = trigger_id; next !== answer; ) {
    const message: Message | undefined = next === null ? undefined : store.transcript.get(next);
    if (!message || !isText(message) || burst.length === MOST_MESSAGES) return [];
    burst.unshift(message);
    next = message.parent_id;
  }
  return burst;
}

function isText({ role, parts }: Message): boolean {
  return role === "user" && parts.every((part) => part.type === "text" && !isQuote(part));
}

/** A message that would taint a running turn gets a turn of its own. */
function isTrustedAs(running: Message | undefined, { trust }: Message): boolean {
  return trust !== "untrusted" || running?.trust === "untrusted";
}

/** The messages taken in so far, in that order. */
export function steeredIn(steps: readonly StepRecord[]): SteeredMessage[] {
  return steps.flatMap(({ reply }) => reply.steered ?? []);
}

/** The message that the turn was started for; messages taken in later are in its steps. */
export function originOf(row: TurnRow, steps: readonly StepRecord[]): MessageId {
  return steeredIn(steps)[0]?.parent_id ?? row.trigger_id;
}

/**
 * Part of the commit that stores the reply. The messages' own turns end here, and the messages move before
 * the answer in progress. Messages taken in earlier stay as they are. Returns the events to send, which are
 * already in the log.
 */
export function takeIn(
  store: Store,
  row: TurnRow,
  { steered, now }: { steered: readonly SteeredMessage[]; now: number },
): NightjarEvent[] {
  if (steered.length === 0) return [];
  const open = new Map(store.turns.open().map((turn) => [turn.id, turn]));
  const fresh = steered.filter(({ turn_id }) => open.has(turn_id));
  const last = fresh.at(-1);
  if (!last) return [];
  const absorbed = [...new Set(fresh.map(({ turn_id }) => turn_id))].flatMap((id) => open.get(id) ?? []);
  const events = absorbed.map((turn) => absorb(store, turn, { into: row.id, now }));
  const taken = fresh.map(({ id, parent_id }): Place => ({ id, parent_id, turn_id: row.id }));
  const behind = absorbed
    .flatMap(({ answer_id }) => waitingBelow(store, answer_id, row.answer_id))
    .filter(({ id }) => !taken.some((place) => place.id === id));
  const moved = [...taken, ...behind];
  for (const place of moved) events.push(...move(store, place, now));
  store.turns.extend(row.id, last.id, row.ready_at);
  row.trigger_id = last.id;
  store.meta.revision += 1;
  const { head } = store.meta;
  // Clients take the last `message` event for the branch head, so restate it.
  if (head !== null && head !== moved.at(-1)?.id)
    events.push(store.log.append({ type: "head", message_id: head }, null, now));
  return events;
}

function absorb(store: Store, turn: TurnRow, { into, now }: { into: TurnId; now: number }): NightjarEvent {
  const summary = { agent: "", model: "", steps: 0, duration_ms: 0, into };
  store.turns.end(turn.id, { state: "absorbed", summary, ended_at: now });
  return store.log.append({ type: "absorbed", into }, turn.id, now);
}

interface Place {
  id: MessageId;
  parent_id: MessageId;
  turn_id: TurnId | null;
}

/** Messages below the answer that will not be made move below the one that will. */
function waitingBelow(store: Store, gone: MessageId, parent_id: MessageId): Place[] {
  const ids = store.transcript.childrenOf(gone);
  return ids.map((id) => ({ id, parent_id, turn_id: store.transcript.turnOf(id) }));
}

function move(store: Store, { id, parent_id, turn_id }: Place, now: number): NightjarEvent[] {
  const message = store.transcript.get(id);
  if (!message) return [];
  const moved = { ...message, parent_id };
  store.transcript.put(moved, turn_id);
  return [store.log.append({ type: "message", message: moved }, turn_id, now)];
}
