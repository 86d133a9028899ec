/** What people and clients are shown of a conversation. */
import type { MessageId } from "../../src/domain/ids.ts";
import { type Message, textOf } from "../../src/domain/message.ts";
import { branchOf } from "./branch.ts";
import type { Compaction } from "./compaction.ts";
import type { LiveTurn } from "./services.ts";
import type { Store } from "./store.ts";

export interface StateView {
  /** A client that has loaded the messages connects with this cursor. */
  seq: number;
  head: MessageId | null;
  turn: LiveTurn | null;
  title: string;
  agent: string | null;
  model: string | null;
  mode: string | null;
  message_count: number;
  cost_usd: number;
  /** What a model reads instead of all up to `upto`, on branches with that message; newest first. */
  summaries: SummaryView[];
}

/** As the event that told of it. */
export type SummaryView = Pick<
  Compaction,
  "upto" | "messages" | "tokens_before" | "tokens_after" | "summary"
>;

export interface PagedMessage extends Message {
  /** Alternatives at this place, itself among them; only where there are several. */
  siblings?: MessageId[];
}

export interface MessagePage {
  /** Oldest first. */
  items: PagedMessage[];
  next_cursor: MessageId | null;
}

/** While a turn is open the cursor is the one just before it: replay from there rebuilds it. */
export function stateView(store: Store, live: LiveTurn | null): StateView {
  const { head, title, agent, model, mode, message_count, cost_usd } = store.meta;
  const first = store.turns.open()[0];
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
    summaries: standing(store),
  };
}

/** Each takes in the one before it on its branch, so older ones matter only on other branches, or after undoing. */
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

/** The active branch, newest page first; answers of open turns come by replay, not here. */
export function messagePage(store: Store, before: MessageId | null, limit: number): MessagePage {
  const start = before === null ? store.meta.head : parentOf(store, before);
  if (start === null) return { items: [], next_cursor: null };
  const found = branchOf(store, start, limit);
  const open = new Set(store.turns.open().map((turn) => turn.answer_id));
  const oldest = found.at(-1);
  return {
    items: found
      .filter((message) => !open.has(message.id))
      .map((message) => withSiblings(store, message))
      .reverse(),
    next_cursor: oldest?.parent_id && found.length === limit ? oldest.id : null,
  };
}

function parentOf(store: Store, id: MessageId): MessageId | null {
  return store.transcript.get(id)?.parent_id ?? null;
}

function withSiblings(store: Store, message: Message): PagedMessage {
  const siblings = store.transcript.siblings(message);
  return siblings.length > 1 ? { ...message, siblings } : message;
}

/** A title from the first words of a conversation. */
export function titleOf(message: Message): string {
  const line = textOf(message.parts).trim().split("\n")[0] ?? "";
  const words = line.replace(/\s+/g, " ").trim();
  if (words.length <= 60) return words;
  const cut = words.slice(0, 60);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 40))}…`;
}
