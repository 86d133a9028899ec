/** In a child, whoever is in the conversation that set it going may do the same: their rights are asked there, not kept here. */
import type { ConversationId } from "../../../src/domain/ids.ts";
import { type MemberRight, mayUse, type Principal } from "../../../src/domain/principal.ts";
import type { Store } from "../rows/store.ts";

export interface ParentPort {
  now(): number;
  /** What a conversation gives somebody who does not own it; nothing where it is gone. Rejects when it is not to be reached. */
  memberRights(conversation: ConversationId, person: string): Promise<readonly MemberRight[]>;
}

/** Whether the parent has to be asked before `mayUse` can answer here for them. */
function isInherited({ meta }: Store, principal: Principal): boolean {
  return meta.parent !== null && !mayUse(principal, { owner: meta.owner }, "manage");
}

/** Before `mayUse`: what they may by the parent as it is now. Rejects when it cannot be asked: then they may nothing. */
export async function inherit(store: Store, principal: Principal, port: ParentPort): Promise<void> {
  const { meta, members } = store;
  if (meta.parent === null || !isInherited(store, principal)) return;
  const rights = await port.memberRights(meta.parent.conversation_id, principal.owner);
  members.inherit(principal.owner, rights);
  if (rights.length > 0 && !meta.shared)
    store.commit(port.now(), () => {
      meta.shared = true;
    });
}

/** As `inherit`; the parent is not asked again in this life of the object: whatever changes there is told. */
export async function inheritOnce(store: Store, principal: Principal, port: ParentPort): Promise<void> {
  if (!store.members.hasInherited(principal.owner)) await inherit(store, principal, port);
}
