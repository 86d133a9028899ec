/** Conversations as the owner of an endpoint may read them, at the time of sending. */
import type { MessagePage } from "../../../durable-objects/conversation/views/message-page.ts";
import type { Attention } from "../../domain/conversation/attention.ts";
import type { Result } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import { textOf } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { ConversationReading, Words } from "../../webhooks/ports.ts";
import { askConversation } from "../objects/stubs.ts";
import type { Services } from "./services.ts";

/** Messages that are looked through for those of the event: an event is sent soon after it. */
const NEWEST = 50;

export function readingOf({ env, conversations, inbox }: Services): ConversationReading {
  return {
    async mayRead({ owner, role }, id) {
      if (role === "admin") return (await conversations.get(id)) !== undefined;
      return (await inbox.some(owner, [id])).length > 0;
    },
    async words(principal, id, { messages, calls }) {
      return {
        messages: messages.length > 0 ? await messagesOf(env, { principal, id }, messages) : [],
        asks: calls.length > 0 ? asksIn(await conversations.get(id), calls) : [],
      };
    },
  };
}

interface Reader {
  principal: Principal;
  /** The conversation's id. */
  id: string;
}

async function messagesOf(
  env: Services["env"],
  { principal, id }: Reader,
  wanted: readonly string[],
): Promise<Words["messages"]> {
  const page = await askConversation(env, trustId<"cnv">(id), async (stub) => {
    const page = await stub.messages(principal, { before: null, limit: NEWEST });
    // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
    const answer = page as Result<MessagePage>;
    return answer.ok ? answer.value.items : [];
  });
  const found = page.filter((message) => wanted.includes(message.id));
  return found.map((message) => ({ id: message.id, role: message.role, text: textOf(message.parts) }));
}

/** Questions of these calls that are still open. */
function asksIn(row: { attention: string } | undefined, calls: readonly string[]) {
  const attention = row?.attention ? (JSON.parse(row.attention) as Attention) : undefined;
  const open = attention?.asks.filter(({ call_id }) => calls.includes(call_id)) ?? [];
  return open.map(({ call_id, type, text }) => ({ call_id, type, text }));
}
