/** The inboxes of other conversations, as the objects of this Worker have them. */
import { askConversation } from "../../durable-objects/stubs.ts";
import type { ConversationInboxes } from "../channels/kind.ts";
import type { Env } from "../env.ts";

export function wireInboxes(env: Env): ConversationInboxes {
  return {
    // Asked again it is a duplicate: the key is the same.
    receive: (to, owner, inbound) =>
      askConversation(env, to, async (stub) =>
        stub.receive({ owner, role: "member", name: inbound.source.sender }, inbound),
      ),
  };
}
