/** Deletions that background jobs make with the operator's rights: a conversation, or a person's membership of one. */

import { trustId } from "../../domain/ids.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { conversationStub } from "../objects/stubs.ts";
import type { ConversationServices } from "../services/conversations.ts";
import type { Platform } from "../services/platform.ts";

/** Idempotent: the conversation may be gone already. Rejects when it could not be erased. */
export async function eraseConversation(
  { env, forgetConversation }: Platform & Pick<ConversationServices, "forgetConversation">,
  id: string,
): Promise<void> {
  const erased = await conversationStub(env, trustId<"cnv">(id)).erase(OPERATOR);
  // An earlier attempt erased the object and left its index entry to be removed.
  if (!erased.ok && erased.failure.error !== "resource_not_found") throw new Error(erased.failure.reason);
  await forgetConversation(id);
}

/** Idempotent. Rejects when the object did not answer. */
export async function leaveConversation({ env }: Platform, id: string, person: string): Promise<void> {
  const left = await conversationStub(env, trustId<"cnv">(id)).forget(OPERATOR, person);
  if (!left.ok && left.failure.error !== "resource_not_found") throw new Error(left.failure.reason);
}
