/** The way to an owner's other conversations, as this Worker has it. */

import type { MetaInit } from "../../durable-objects/conversation/rows/meta.ts";
import { conversationStub } from "../../durable-objects/stubs.ts";
import type { Messenger, Spoken } from "../agent/ports/messenger.ts";
import type { Channels } from "../channels/channel.ts";
import { createMessenger, type Reachable } from "../channels/messenger.ts";
import { derivedId, trustId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import type { ConversationIndex } from "../storage/d1/index/conversations.ts";

export interface MessengerParts {
  env: Env;
  conversations: ConversationIndex;
  channels: Channels;
  indexNew(init: MetaInit): Promise<unknown>;
}

export function wireMessenger({ env, conversations, channels, indexNew }: MessengerParts): Messenger {
  return createMessenger({
    channels,
    conversation: (id) => conversations.get(id),
    newest: (owner, on, except) => conversations.newest(owner, on, except),
    channelsOf: (owner) => conversations.channelsOf(owner),
    async deliver(conversation, owner, notice) {
      const stub = conversationStub(env, trustId(conversation));
      const answer = await stub.receive({ owner, role: "member", name: notice.source.sender }, notice);
      return answer.ok ? answer.value : undefined;
    },
    async begin(spoken) {
      const init = await initOf(spoken);
      await conversationStub(env, init.conversation_id).open(init);
      await indexNew(init);
      return reachableOf(init);
    },
  });
}

const LONGEST_TITLE = 60;

async function initOf({ owner, agent, text, key }: Spoken): Promise<MetaInit> {
  const what = JSON.stringify([owner, "said", key]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(what));
  const [first = ""] = text.split("\n");
  return {
    conversation_id: derivedId("cnv", new Uint8Array(digest)),
    owner,
    agent: agent.slug,
    room: null,
    channel: "web",
    title: first.length > LONGEST_TITLE ? `${first.slice(0, LONGEST_TITLE - 1)}…` : first,
    model: null,
    mode: null,
  };
}

function reachableOf({ conversation_id, owner, channel, title }: MetaInit): Reachable {
  return { id: conversation_id, owner, channel, title };
}
