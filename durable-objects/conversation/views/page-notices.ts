/** Notices that were told between the turns of a page, such as who was let in, so that a reload shows them too. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
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

/** Placed by time, as the shown branch may be another than the one that they were told on. */
export function noticesOn(store: Store, { items, before, isBeginning }: Span): PageNotice[] {
  const [since, until] = [isBeginning ? "" : (items[0]?.created_at ?? ""), createdAt(store, before)];
  const from = isBeginning ? 0 : firstSeq(store, items);
  const to = (before && startSeq(store, before)) ?? store.log.seq;
  return store.log
    .noticesBetweenTurns({ from, to })
    .filter(({ ts }) => ts >= since && (until === undefined || ts < until))
    .map(({ seq, ts, level, text }) => {
      const after = items.findLast(({ created_at }) => created_at <= ts)?.id ?? null;
      return { seq, after, level, text };
    });
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
