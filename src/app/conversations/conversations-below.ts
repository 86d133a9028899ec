/** Children of a conversation go with it: they are archived with it, and deleted. */

import { type ConversationId, trustId } from "../../domain/ids.ts";
import type { ApiContext } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import { childrenOf } from "./children-of.ts";
import { target } from "./conversation-access.ts";
import { idsIn, treeOf } from "./tree.ts";

/**
 * All descendants, as the objects know them and as the index does, which also knows those below a deleted one. Deepest
 * first.
 */
export async function idsBelow(context: ApiContext): Promise<ConversationId[]> {
  const { id, services } = target(context);
  const ask = childrenOf(context);
  const read = async (child: string) => {
    const view = await ask(child);
    return view.ok ? view.value : undefined;
  };
  const [own, indexed] = await Promise.all([read(id), services.conversations.below(id)]);
  const known = own ? idsIn(await treeOf(own, read)) : [];
  return [...new Set([...known, ...indexed])].map((found) => trustId<"cnv">(found));
}

/** Conversations that are gone already count as deleted. */
export async function removeBelow(context: ApiContext, ids: readonly ConversationId[]): Promise<void> {
  const { services, principal } = target(context);
  for (const id of ids) {
    const erased = await conversationStub(context.env, id).erase(principal);
    if (erased.ok || erased.failure.error === "resource_not_found") await services.forgetConversation(id);
  }
}

export async function archiveBelow(context: ApiContext, archived: boolean): Promise<void> {
  const { services, principal } = target(context);
  for (const id of await idsBelow(context)) {
    await conversationStub(context.env, id).patch(principal, { archived });
    await services.conversations.patch(id, { archived });
  }
}
