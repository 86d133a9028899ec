/** A turn as a replay set keeps it: copied from its conversation, and put into an empty object when that is deleted. */

import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { ReplaySide } from "../../../src/domain/conversation/replay.ts";
import { failure, type Result } from "../../../src/domain/errors.ts";
import type { Ids, MessageId, TurnId } from "../../../src/domain/ids.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import type { Tables } from "../../sql/tables.ts";
import { History } from "../context/model-history.ts";
import { NO_TURN } from "../results.ts";
import { createStore, type Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import { loadSteps } from "../rows/turns/step-journal.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";
import { originOf } from "../turn/steering.ts";
import { barrier, DELETED } from "./barrier.ts";
import { sideOf } from "./replay-turn.ts";

export interface KeptTurn {
  init: Omit<ConversationInit, "conversation_id">;
  turn: StoredTurn;
  answer: Message;
  /** Oldest first, up to the question. */
  messages: Message[];
  /** Summary up to the first of them. */
  base: Compaction | null;
}

/** A turn by its own id, or by that of its answer. */
export interface TurnRef {
  turn_id?: string | undefined;
  message_id?: string | undefined;
}

export interface CopiedTurn {
  turn_id: TurnId;
  question: string;
  original: ReplaySide;
  /** JSON for `storeOfKept`; null: it is too long to keep. */
  kept: string | null;
}

/** Characters of JSON, well below the size of a row in D1. */
export const LONGEST_COPY = 400_000;
const MOST_TOKENS = 60_000;
const LONGEST_QUESTION = 4_000;

export function copiedTurn(
  store: Store,
  { owner, of: { turn_id, message_id } }: { owner: string; of: TurnRef },
): Result<CopiedTurn> {
  const id = turn_id ?? store.transcript.turnOf(message_id as MessageId) ?? "";
  const turn = store.turns.get(id);
  if (!turn || (message_id !== undefined && turn.answer_id !== message_id))
    return { ok: false, failure: message_id === undefined ? NO_TURN : NO_ANSWER };
  const barred = barrier(store, owner, turn) ?? (store.meta.temporary ? NOT_KEPT : undefined);
  if (barred) return { ok: false, failure: barred };
  const answer = store.transcript.get(turn.answer_id);
  const question = store.transcript.get(turn.trigger_id);
  if (!answer || !question) return { ok: false, failure: DELETED };
  const copied = {
    turn_id: turn.id,
    question: textOf(question.parts).slice(0, LONGEST_QUESTION),
    original: sideOf(turn, answer),
    kept: fitted(keptOf(store, turn, answer)),
  };
  return { ok: true, value: copied };
}

const NOT_KEPT = failure("conflict", "A temporary chat isn't kept, so its answers can't be added to a set.");
const NO_ANSWER = failure(
  "conflict",
  "Only an answer that was given in this conversation can be added to a set. Copies from another one can't.",
);

function keptOf(store: Store, turn: StoredTurn, answer: Message): KeptTurn {
  const { owner, agent, channel, title, model, mode } = store.meta;
  const steps = loadSteps(store.sql, turn.id);
  const trigger_id = originOf(turn, steps);
  const dynamic = steps[0]?.reply.dynamic;
  const summary =
    turn.summary && "steps" in turn.summary && dynamic !== undefined
      ? { ...turn.summary, dynamic }
      : turn.summary;
  const { messages, base } = new History(store).load(trigger_id, MOST_TOKENS);
  const summarised = base && store.transcript.get(base.upto);
  return {
    init: { owner, agent, channel, title, model, mode, room: null, parent: null },
    turn: { ...turn, trigger_id, summary },
    answer,
    messages: summarised ? [summarised, ...messages] : [...messages],
    base: summarised ? base : null,
  };
}

/** The turn without its oldest messages, if it is too long with them. */
function fitted(kept: KeptTurn): string | null {
  let copy = kept;
  for (let json = JSON.stringify(copy); ; json = JSON.stringify(copy)) {
    if (json.length <= LONGEST_COPY) return json;
    if (copy.messages.length <= 1) return null;
    copy = { ...copy, base: null, messages: copy.messages.slice(Math.ceil((copy.messages.length - 1) / 4)) };
  }
}

/** Reads what `copiedTurn` has made. */
export function parsedKept(json: string): KeptTurn {
  return JSON.parse(json) as KeptTurn;
}

/**
 * A conversation of the copy alone, in an empty object. It counts as being erased from its first write on, so that an
 * object that dies meanwhile only clears itself.
 */
export function storeOfKept(
  sql: Tables,
  { init, turn, answer, messages, base }: KeptTurn,
  { ids, now }: { ids: Ids; now: number },
): Store {
  // With the id of the conversation, clearing the object would take what a living one has outside of it.
  const own = { ...init, conversation_id: ids.create("cnv") };
  const store = createStore(sql, own, { ids, now });
  store.commit(now, () => {
    store.meta.erasing = true;
    const [first, ...later] = messages;
    if (first) store.transcript.put({ ...first, parent_id: null }, null);
    for (const message of later) store.transcript.put(message, null);
    store.transcript.put(answer, turn.id);
    const { summary, ended_at, state, ...row } = turn;
    if (ended_at !== null && summary && "steps" in summary && isEnd(state))
      store.turns.putEnded({ ...row, state }, summary, ended_at);
    if (base) store.compactions.add(base);
  });
  return store;
}

function isEnd(state: StoredTurn["state"]): state is "completed" | "halted" | "failed" {
  return state === "completed" || state === "halted" || state === "failed";
}
