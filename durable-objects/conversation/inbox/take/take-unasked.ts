/** What an agent says here unasked, from another conversation: its own words, shown as a message that nobody answers. */
import type { Notice } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { queueAfterWork } from "../../ledger/after-work.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Acceptance, Taken } from "../acceptance/acceptance.ts";
import { addMessage } from "../acceptance/new-turn.ts";

export type UnaskedNotice = Notice & { spoken_by: NonNullable<Notice["spoken_by"]> };

export function isUnasked(notice: Notice): notice is UnaskedNotice {
  return notice.spoken_by !== undefined;
}

export function takeUnasked({ store, deps, now }: Acceptance, { text, spoken_by }: UnaskedNotice): Taken {
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "assistant",
    agent: spoken_by.agent,
    author: spoken_by.author,
    parts: [{ type: "text", text }],
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  addMessage(store, message, null);
  store.meta.head = message.id;
  store.meta.revision += 1;
  deps.carry(message);
  queueAfterWork(store, { costs: [], message_ids: [message.id] });
  return { turn_id: null, message_id: message.id, events: [{ type: "message", message }] };
}
