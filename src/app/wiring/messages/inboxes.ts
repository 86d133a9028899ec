/** Inboxes of other conversations, reached through the objects of this Worker. */

import type { ConversationInboxes } from "../../../channels/kind.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { askConversation } from "../../objects/stubs.ts";

export interface InboxParts extends Pick<House, "indexNew"> {
  env: Env;
  log: Log;
}

/** A second call is a duplicate: the key is the same. */
export function wireInboxes({ env, log, indexNew }: InboxParts): ConversationInboxes {
  return {
    receive: (to, owner, inbound) =>
      askConversation(env, to, async (stub) =>
        stub.receive({ owner, role: "member", name: inbound.source.sender }, inbound),
      ),
    async begin(init, inbound) {
      const { conversation_id: id, owner } = init;
      const principal = { owner, role: "member" as const, name: inbound.source.sender };
      // The conversation's first turn writes the entry too.
      const indexed = indexNew(init).catch((problem: unknown) =>
        log.warn("conversation_not_indexed", { conversation: id, problem: String(problem) }),
      );
      const [received] = await Promise.all([
        askConversation(env, id, async (stub) => stub.receive(principal, inbound, init)),
        indexed,
      ]);
      return received;
    },
  };
}
