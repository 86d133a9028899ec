/** The children of this conversation, as people see them. */
import type { ChildView } from "../../../src/channels/web/wire.ts";
import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import { textOf } from "../../../src/domain/message.ts";
import { askView, type ChildRow, shownAsk } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";

export interface ChildrenView {
  /** This conversation's own progress, for its parent. */
  self: Pick<ChildView, "steps" | "cost_usd" | "words">;
  items: ChildView[];
}

const LONGEST_WORDS = 1_000;

export function childrenView(store: Store, live: LiveTurn | null): ChildrenView {
  const { meta, children } = store;
  const cost_usd = meta.cost_usd + children.cost_usd();
  const self = { steps: live?.step ?? 0, cost_usd, words: lastWords(store) };
  return { self, items: children.all().map(childView) };
}

function lastWords({ meta, transcript }: Store): string {
  const head = meta.head === null ? undefined : transcript.get(meta.head);
  return head?.role === "assistant" ? textOf(head.parts).slice(-LONGEST_WORDS) : "";
}

function childView(row: ChildRow): ChildView {
  const { id: conversation_id, call_id, turn_id, kind, agent, name, task, depth, state } = row;
  const { steps, cost_usd, words, began_at, ended_at } = row;
  const ask = shownAsk(row);
  return {
    conversation_id,
    call_id,
    turn_id,
    kind,
    agent,
    name,
    task,
    depth,
    state,
    ask: ask ? askView(ask) : null,
    steps,
    cost_usd,
    words,
    began_at: new Date(began_at).toISOString(),
    ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
  };
}
