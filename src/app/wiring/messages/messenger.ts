/** The messenger to an owner's other conversations, as this Worker has it. */

import type { AddressedMessage, Messenger } from "../../../agent/ports/messenger.ts";
import type { Channels } from "../../../channels/channel.ts";
import { createMessenger, type Reachable } from "../../../channels/messenger.ts";
import { trustId } from "../../../domain/ids.ts";
import type { ConversationIndex } from "../../../storage/d1/index/conversations.ts";
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { conversationStub } from "../../objects/stubs.ts";

export interface MessengerParts extends Pick<House, "kinds" | "frontDoor" | "openNew"> {
  env: Env;
  conversations: ConversationIndex;
  channels: Channels;
}

export function wireMessenger(parts: MessengerParts): Messenger {
  const { env, conversations, kinds, channels } = parts;
  return createMessenger({
    kinds,
    channels,
    conversation: (id) => conversations.get(id),
    newest: (owner, on, except) => {
      const isOwnChat = on.some((name) => kinds[name].carried);
      return conversations.newest(owner, { on, except, isOwnChat });
    },
    channelsOf: (owner) => conversations.channelsOf(owner),
    async deliver(conversation, owner, notice) {
      const stub = conversationStub(env, trustId(conversation));
      const answer = await stub.receive({ owner, role: "member", name: notice.source.sender }, notice);
      return answer.ok ? answer.value : undefined;
    },
    begin: (spoken) => begin(parts, spoken),
  });
}

const LONGEST_TITLE = 60;

async function begin(
  { frontDoor, openNew }: MessengerParts,
  { owner, agent, text, key }: AddressedMessage,
): Promise<Reachable | { problem: string }> {
  const title = titleOf(text);
  const request = { channel: "web", agent: agent.slug, title, key: ["said", key] } as const;
  const planned = await frontDoor.plan(owner, request);
  if (!planned.ok) return { problem: planned.failure.reason };
  await openNew(planned.value);
  return { id: planned.value.conversation_id, owner, channel: "web", title };
}

function titleOf(text: string): string {
  const [first = ""] = text.split("\n");
  return first.length > LONGEST_TITLE ? `${first.slice(0, LONGEST_TITLE - 1)}…` : first;
}
