/** A conversation's children with theirs, as deep as they go. */
import type { ChildrenView } from "../../durable-objects/conversation/views/children.ts";
import type { ChildItem, ChildView } from "../channels/web/wire.ts";
import { DEEPEST } from "../domain/conversation/conversation.ts";

/** Undefined when a conversation is gone. */
export type ReadChildren = (conversation_id: string) => Promise<ChildrenView | undefined>;

/** Of a child that works the newest is known to itself alone: it is asked, and so is one that may have children. */
export async function treeOf(view: ChildrenView, read: ReadChildren): Promise<ChildItem[]> {
  return Promise.all(view.items.map((child) => withChildren(child, read)));
}

async function withChildren(child: ChildView, read: ReadChildren): Promise<ChildItem> {
  const isRunning = child.state === "running";
  if (!isRunning && child.depth >= DEEPEST) return { ...child, children: [] };
  const own = await read(child.conversation_id);
  if (!own) return { ...child, children: [] };
  const now = isRunning ? { ...child, ...own.self } : child;
  return { ...now, children: await treeOf(own, read) };
}

/** The ids of all below, children before parents, so that what is left undone half way can still be found. */
export function idsIn(tree: readonly ChildItem[]): string[] {
  return tree.flatMap(({ conversation_id, children }) => [...idsIn(children), conversation_id]);
}
