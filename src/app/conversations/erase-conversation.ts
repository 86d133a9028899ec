/** What background work takes away in the operator's name: a conversation, or somebody out of one. */

import { trustId } from "../../domain/ids.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { conversationStub } from "../objects/stubs.ts";
import type { ConversationServices } from "../services/conversations.ts";
import type { Platform } from "../services/platform.ts";

/** May be asked again of one that is gone. Rejects where it could not be erased. */
export async function eraseConversation(
  { env, forgetConversation }: Platform & Pick<ConversationServices, "forgetConversation">,
  id: string,
): Promise<void> {
  const erased = await conversationStub(env, trustId<"cnv">(id)).erase(OPERATOR);
  // One that is gone already, by an earlier attempt, leaves its entry to be removed.
  if (!erased.ok && erased.failure.error !== "resource_not_found") throw new Error(erased.failure.reason);
  await forgetConversation(id);
}

/** May be asked again. Rejects where the object did not answer. */
export async function leaveConversation({ env }: Platform, id: string, person: string): Promise<void> {
  const left = await conversationStub(env, trustId<"cnv">(id)).forget(OPERATOR, person);
  if (!left.ok && left.failure.error !== "resource_not_found") throw new Error(left.failure.reason);
}
