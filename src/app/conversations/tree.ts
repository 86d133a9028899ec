/** Reads a conversation's children and all their descendants. */
import type { ChildrenView } from "../../../durable-objects/conversation/views/children.ts";
import type { ChildItem, ChildView } from "../../channels/web/wire.ts";
import { DEEPEST } from "../../domain/conversation/conversation.ts";

/** Undefined if the conversation is gone. */
export type ReadChildren = (conversation_id: string) => Promise<ChildrenView | undefined>;

/**
 * Asks the child itself if it is running, because only it knows its newest state, or if it may have children.
 */
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

/**
 * Ids of all descendants, children before parents, so that an interrupted deletion can still find the rest.
 */
export function idsIn(tree: readonly ChildItem[]): string[] {
  return tree.flatMap(({ conversation_id, children }) => [...idsIn(children), conversation_id]);
}
