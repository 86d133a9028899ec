/** An agent's unasked message from another conversation: shown in its own words, and not answered. */
import { withOwnNumbers } from "../../../../src/agent/sources/renumber.ts";
import type { Notice, Source } from "../../../../src/domain/inbound.ts";
import type { Message, MessageStatus } from "../../../../src/domain/message.ts";
import { type Trust, trustIf } from "../../../../src/domain/trust.ts";
import { queueAfterWork } from "../../ledger/after-work.ts";
import { tailOf } from "../../rows/branch.ts";
import { sourcesView } from "../../views/sources.ts";
import type { Acceptance, AcceptedInput } from "../acceptance/acceptance.ts";
import { addMessage } from "../acceptance/new-turn.ts";

type UnaskedNotice = Notice & { spoken_by: NonNullable<Notice["spoken_by"]> };

export function isUnasked(notice: Notice): notice is UnaskedNotice {
  return notice.spoken_by !== undefined;
}

export function takeUnasked(
  acceptance: Acceptance,
  { text, spoken_by, source, trust, citations }: UnaskedNotice,
): AcceptedInput {
  // The agent of another conversation may speak from untrusted content that it has read.
  const isOthers = source.channel === "conversation" || trust === "untrusted";
  return sayUnasked(acceptance, { text, spoken_by, trust: trustIf(isOthers), citations });
}

interface UnaskedMessage {
  text: string;
  trust: Trust;
  citations?: Notice["citations"] | undefined;
  spoken_by: UnaskedNotice["spoken_by"];
  status?: MessageStatus;
  /** Place of the people who get the message; absent: the conversation's own chat. */
  place?: Source | undefined;
}

export function sayUnasked(acceptance: Acceptance, unasked: UnaskedMessage): AcceptedInput {
  const { store, deps, now } = acceptance;
  const { text, trust, citations, spoken_by, status = "complete", place } = unasked;
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "assistant",
    agent: spoken_by.agent,
    author: spoken_by.author,
    parts: citations
      ? withOwnNumbers({ text, citations }, sourcesView(store).items)
      : [{ type: "text", text }],
    ...(trust === "untrusted" && { trust }),
    status,
    created_at: new Date(now).toISOString(),
  };
  addMessage(store, message, null);
  store.meta.head = message.id;
  store.meta.revision += 1;
  const isCarried = deps.carry(message, place);
  const isNews = !isCarried || !deps.kinds[store.meta.channel].carried;
  const news = isNews && { said_seq: store.log.seq + 1 };
  queueAfterWork(store, { costs: [], message_ids: [message.id], ...news });
  return { turn_id: null, message_id: message.id, events: [{ type: "message", message }] };
}
