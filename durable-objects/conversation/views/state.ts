/** A conversation's state, for people and clients. */

import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { ConversationId, MessageId } from "../../../src/domain/ids.ts";
import { type Principal, type Right, rightsIn } from "../../../src/domain/principal.ts";
import { visitView } from "../../../src/domain/visit/view.ts";
import type { VisitView } from "../../../src/domain/visit.ts";
import { placeOf, type Store } from "../rows/store.ts";
import { expiryOf } from "../rows/temporary.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

export interface StateView {
  /** Cursor with which a client that has loaded the messages connects. */
  seq: number;
  head: MessageId | null;
  turn: LiveTurn | null;
  title: string;
  agent: string | null;
  model: string | null;
  mode: string | null;
  message_count: number;
  cost_usd: number;
  /** The conversation that started this one. */
  parent: ConversationId | null;
  /** Number of conversations that this one started. */
  children: number;
  /**
   * Summaries that replace all messages up to `upto` in the model's context, on branches with that message;
   * newest first.
   */
  summaries: SummaryView[];
  owner: string;
  /** Rights of the requester. */
  rights: readonly Right[];
  /** Number of other members. */
  members: number;
  /** The visit of a conversation in a room; null: it is in none, or the visit is no longer known. */
  visit: VisitView | null;
  /** ISO 8601 of the deletion of a temporary conversation; null: it is kept. */
  expires_at: string | null;
  /** The pending alarm and the waker that it was set for; null when no alarm is known. */
  wakes: { at: string; waker: string | null } | null;
}

/** Has the fields of the event about the summary. */
type SummaryView = Pick<Compaction, "upto" | "messages" | "tokens_before" | "tokens_after" | "summary">;

interface Look {
  live: LiveTurn | null;
  alarm: { at: number; waker: string | null } | null;
  /** The requester. */
  reader: Principal;
  /** ms since the epoch. */
  now: number;
}

/** While a turn is open, the cursor is the one just before the turn: replay from there rebuilds it. */
export function stateView(store: Store, { live, alarm, reader, now }: Look): StateView {
  const { head, title, agent, model, mode, message_count, cost_usd, owner, parent } = store.meta;
  const first = store.turns.open()[0];
  const visit = store.visits.current;
  return {
    seq: first?.start_seq ?? store.log.seq,
    head,
    turn: live,
    title,
    agent,
    model,
    mode,
    message_count,
    cost_usd,
    parent: parent?.conversation_id ?? null,
    children: store.children.count(),
    summaries: standing(store),
    owner,
    rights: rightsIn(reader, placeOf(store)),
    members: store.members.count,
    visit: visit ? visitView(visit, now) : null,
    expires_at: isoOf(expiryOf(store)),
    wakes: alarm && { ...alarm, at: new Date(alarm.at).toISOString() },
  };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/**
 * Each summary includes the one before it on its branch, so older ones matter only on other branches or after
 * an undo.
 */
const MOST_SUMMARIES = 8;

function standing(store: Store): SummaryView[] {
  return [...store.compactions.standing().values()]
    .slice(-MOST_SUMMARIES)
    .reverse()
    .map(({ upto, messages, tokens_before, tokens_after, summary }) => ({
      upto,
      messages,
      tokens_before,
      tokens_after,
      summary,
    }));
}
