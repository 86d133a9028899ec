/** What an agent says here unasked, from another conversation: its own words, shown as a message that nobody answers. */
import type { EventBody } from "../../../src/domain/events.ts";
import type { Ids } from "../../../src/domain/ids.ts";
import type { Notice } from "../../../src/domain/inbound.ts";
import type { Message } from "../../../src/domain/message.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import { tailOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";

export interface SpokenDeps {
  ids: Ids;
  /** Puts it on its way to where the conversation lives, when that is a chat channel. Part of the same commit. */
  carry?(message: Message): void;
}

export type SpokenNotice = Notice & { spoken_by: NonNullable<Notice["spoken_by"]> };

export function isSpoken(notice: Notice): notice is SpokenNotice {
  return notice.spoken_by !== undefined;
}

/** Call inside a commit. */
export function takeSpoken(
  store: Store,
  { text, spoken_by }: SpokenNotice,
  { ids, carry }: SpokenDeps,
  now: number,
): { turn_id: null; message_id: Message["id"]; events: EventBody[] } {
  const message: Message = {
    id: ids.create("msg"),
    parent_id: tailOf(store),
    role: "assistant",
    agent: spoken_by.agent,
    author: spoken_by.author,
    parts: [{ type: "text", text }],
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  store.transcript.put(message, null);
  store.meta.head = message.id;
  store.meta.message_count += 1;
  store.meta.revision += 1;
  carry?.(message);
  queueAfterWork(store, { costs: [], message_ids: [message.id] });
  return { turn_id: null, message_id: message.id, events: [{ type: "message", message }] };
}
