/**
 * In a child, members of the parent have the same rights as there. The rights are asked of the parent and not
 * stored here.
 */
import type { ConversationId } from "../../../src/domain/ids.ts";
import { type MemberRight, mayUse, type Principal } from "../../../src/domain/principal.ts";
import type { Store } from "../rows/store.ts";

interface ParentPort {
  now(): number;
  /**
   * The rights that a conversation gives somebody other than its owner; none when it is gone. Rejects when it
   * cannot be reached.
   */
  memberRights(conversation: ConversationId, person: string): Promise<readonly MemberRight[]>;
}

/** Whether the parent must be asked before `mayUse` can answer for this person. */
function isInherited({ meta }: Store, principal: Principal): boolean {
  return meta.parent !== null && !mayUse(principal, { owner: meta.owner }, "manage");
}

/**
 * To be called before `mayUse`: fetches the person's rights from the parent as they are now. Rejects when the
 * parent cannot be asked; the person then has no rights.
 */
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

/** Like `inherit`, but asks the parent once per life of the object: later changes there are reported. */
export async function inheritOnce(store: Store, principal: Principal, port: ParentPort): Promise<void> {
  if (!store.members.hasInherited(principal.owner)) await inherit(store, principal, port);
}
