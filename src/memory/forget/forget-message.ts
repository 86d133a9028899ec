/** Removes a deleted message from memory: its passage, and everything learnt from it. */
import type { Core } from "../ports/core.ts";
import type { MessagePlace } from "../ports/stores.ts";
import { forgetItem } from "./forget.ts";

/** Idempotent. Returns the number of items and passages removed. */
export async function forgetMessage(core: Core, owner: string, place: MessagePlace): Promise<number> {
  const { chunks, learntFrom, forgotten } = core.storage;
  const learnt = await learntFrom(owner, place);
  for (const id of learnt) await forgetItem(core, owner, { id, isFinal: true });
  await forgotten.dropLearntFrom(owner, place.message_id);
  const passages = await chunks.remove(owner, place.conversation_id, [place.message_id]);
  return learnt.length + passages.length;
}
