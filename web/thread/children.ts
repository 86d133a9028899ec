/** Conversations that an agent started, as its own conversation shows them. */

import type { ChildAskView, ChildItem, NightjarEvent } from "../../src/channels/web/wire.ts";
import { definedOf } from "../../src/domain/defined.ts";
import type { Ask, Child, Thread } from "./thread.ts";

type Of<T extends NightjarEvent["type"]> = Extract<NightjarEvent, { type: T }>;

export function withChild(thread: Thread, event: Of<"child">): Thread {
  const { call_id, conversation_id, kind, name, task, state, steps, cost_usd } = event;
  const known = thread.children.get(call_id);
  const told = { conversation_id, kind, name, task, state, steps, cost_usd };
  const isSame = known?.conversation_id === conversation_id;
  return put(thread, call_id, { words: "", ask: null, ...(isSame && known), ...told });
}

/** Adds the children that were read, before any event of the stream that continues from there. */
export function withChildren(thread: Thread, items: readonly ChildItem[]): Thread {
  return { ...thread, children: new Map(items.map((item) => [item.call_id, childOf(item)])) };
}

function childOf({
  conversation_id,
  kind,
  name,
  task,
  state,
  steps,
  cost_usd,
  words,
  ask,
}: ChildItem): Child {
  const known = { conversation_id, kind, name, task, state, steps, cost_usd, words };
  return { ...known, ask: ask && askOf(ask) };
}

export function askOf(view: ChildAskView): Ask {
  const until = view.expires_at === undefined ? {} : { expires_at: view.expires_at };
  if (view.type === "question") {
    const { question, options, caution } = view;
    return { kind: "question", question, options, ...(caution && { caution }), ...until };
  }
  const { tool, input, reason, provenance, read, grant, by_voice } = view;
  const known = definedOf({ provenance, read, grant, by_voice });
  return { kind: "approval", tool, input, reason, ...known, ...until };
}

/** Undefined when the call itself asks. */
export function withAsk(
  thread: Thread,
  { call_id, child }: { call_id: string; child?: string },
  ask: Ask,
): Thread | undefined {
  const known = child === undefined ? undefined : thread.children.get(call_id);
  return known && put(thread, call_id, { ...known, ask });
}

export function withoutAsk(thread: Thread, call_id: string): Thread {
  const known = thread.children.get(call_id);
  return known ? put(thread, call_id, { ...known, ask: null }) : thread;
}

function put(thread: Thread, call_id: string, child: Child): Thread {
  return { ...thread, children: new Map(thread.children).set(call_id, child) };
}
