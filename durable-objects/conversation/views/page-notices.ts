/** Notices of a page, told between its turns (who was let in) or in them (who answers instead): a reload shows them too. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { NoticeEvent } from "../rows/event-log.ts";
import type { Store } from "../rows/store.ts";

export interface PageNotice {
  seq: number;
  /** The message that it follows on the page; null: it came before the first one. */
  after: MessageId | null;
  level: "info" | "warning" | "error";
  text: string;
}

/** Part of a branch. */
interface Span {
  /** Oldest first. */
  items: readonly Message[];
  /** The message that the page ends before; null: the page is the newest. */
  before: MessageId | null;
  /** The page has the first message of the branch. */
  isBeginning: boolean;
}

/**
 * Notices between turns are placed by time, as the shown branch may be another than the one that they were told on; those
 * of a turn by its answer.
 */
export function noticesOn(store: Store, span: Span): PageNotice[] {
  const { items, before, isBeginning } = span;
  const from = isBeginning ? 0 : firstSeq(store, items);
  const to = (before && startSeq(store, before)) ?? store.log.seq;
  return store.log.notices({ from, to }).flatMap((notice) => {
    const { seq, level, text, turn_id } = notice;
    const after = turn_id === null ? placeBetween(store, span, notice) : placeInTurn(store, span, notice);
    return after === undefined ? [] : [{ seq, after, level, text }];
  });
}

/** The message before it; undefined when it is another page's. */
function placeBetween(store: Store, { items, before, isBeginning }: Span, { ts }: NoticeEvent) {
  const [since, until] = [isBeginning ? "" : (items[0]?.created_at ?? ""), createdAt(store, before)];
  if (ts < since || (until !== undefined && ts >= until)) return undefined;
  return items.findLast(({ created_at }) => created_at <= ts)?.id ?? null;
}

/** The question, or the answer for its last word; undefined when the answer is not on the page. */
function placeInTurn({ turns }: Store, { items }: Span, { turn_id, ts }: NoticeEvent) {
  const answer_id = turn_id === null ? undefined : turns.get(turn_id)?.answer_id;
  const answer = items.find(({ id }) => id === answer_id);
  if (!answer) return undefined;
  if (ts >= answer.created_at) return answer.id;
  return items.find(({ id }) => id === answer.parent_id)?.id ?? null;
}

function createdAt(store: Store, id: MessageId | null): string | undefined {
  return id === null ? undefined : store.transcript.get(id)?.created_at;
}

/** Number of an event before all of the messages, as near as their turns tell. */
function firstSeq(store: Store, items: readonly Message[]): number {
  for (const { id } of items) {
    const seq = startSeq(store, id);
    if (seq !== undefined) return seq;
  }
  return 0;
}

/** Number of the last event before the message's turn. Messages without a turn have none. */
function startSeq({ transcript, turns }: Store, id: MessageId): number | undefined {
  const turn = transcript.turnOf(id);
  return turn === null ? undefined : turns.get(turn)?.start_seq;
}
