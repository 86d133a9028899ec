/**
 * Starts a child for a tool call. It is recorded with its first message, so that from here on it either
 * begins or is reported as failed.
 */
import type { NewChild } from "../../../src/agent/ports/tool.ts";
import { DEEPEST } from "../../../src/domain/conversation/conversation.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { childEvent } from "./close.ts";
import type { Family } from "./family.ts";
import { LONGEST_WAIT_MS } from "./job.ts";

/** Children that one turn may start, by the depth of its conversation. */
const MOST_A_TURN = [8, 4, 2];
/** Children that all turns of a conversation may have open at a time. */
const MOST_OPEN = 16;

type BeginChildResult = { refusal: string } | { events: NightjarEvent[] };

/** Uses a commit of its own. Idempotent by child. */
export function beginChild(
  family: Family,
  turn: TurnRow,
  { child, now }: { child: NewChild; now: number },
): BeginChildResult {
  const { store, tell } = family;
  const { init, agent, task } = child;
  if (store.children.get(init.conversation_id)) return { events: [] };
  const refusal = refusalOf(store, turn, child);
  if (refusal !== undefined) return { refusal };
  const row = rowOf(turn, child, now);
  const event = store.commit(now, () => {
    store.children.insert(row);
    tell(row, { type: "task", init, text: task, sender_name: agent.name, behalf: turn.actor });
    return store.log.append(childEvent(row), turn.id, now);
  });
  return { events: [event] };
}

function refusalOf(store: Store, turn: TurnRow, { init }: NewChild): string | undefined {
  const depth = store.meta.parent?.depth ?? 0;
  if (!init.parent || depth >= DEEPEST)
    return "Work may not be handed on any deeper: do it yourself, or go on without it.";
  const most = MOST_A_TURN[depth] ?? 0;
  if (store.children.countOf(turn.id) >= most)
    return `One turn may hand on ${most} tasks, and this one has. Do the rest yourself, or say what is left.`;
  if (store.children.open().length < MOST_OPEN) return undefined;
  return `${MOST_OPEN} tasks are under way for this conversation. Wait for some of them first.`;
}

function rowOf(turn: TurnRow, child: NewChild, now: number) {
  const { init, agent, task, report, patience_ms } = child;
  const { parent } = init;
  if (!parent) throw new Error("a child has a parent");
  return {
    id: init.conversation_id,
    call_id: parent.call_id,
    turn_id: turn.id,
    kind: parent.mandate?.kind ?? "child",
    report,
    agent: agent.slug,
    name: agent.name,
    task,
    depth: parent.depth,
    state: "running" as const,
    asks: [],
    deadline: now + patience_ms + (parent.job ? LONGEST_WAIT_MS : 0),
    patience_ms,
    spend_usd: parent.mandate?.spend_usd ?? 0,
    steps: 0,
    cost_usd: 0,
    words: "",
    began_at: now,
    ended_at: null,
    init: parent.job ? init : null,
    tries: 0,
  };
}
