/** Chats on the tests' platform: messages reach the house by its webhook. */
import { exports } from "cloudflare:workers";
import { inject } from "vitest";
import { TEST_CHANNEL_SECRET } from "../../support/test-channel/channel.ts";
import type { ChatView } from "../../support/test-channel/server.ts";
import { stores } from "../people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

export interface Chat {
  thread: string;
  /** Delivers a message to the house. Resolves to its receipt. */
  write(id: string, text: string, from?: string): Promise<string>;
  /** Resolves to the texts that the house has written, once there are `count` of them. */
  arrived(count: number): Promise<string[]>;
}

interface Place {
  channel: "slack" | "whatsapp";
  /** Names the thread, and the person there. */
  name: string;
  person: string;
  is_group?: boolean;
}

export async function openChat({ channel, name, person: person_id, is_group }: Place): Promise<Chat> {
  await stores().identities.link({ channel, account: "", platform_id: name, person_id, name });
  const thread = `${inject("testChannelUrl")}/${name}`;
  const group = is_group && { group: true, to_bot: true };
  return {
    thread,
    async write(id, text, from = name) {
      const headers = { "x-test-secret": TEST_CHANNEL_SECRET };
      const body = JSON.stringify({ id: `${thread} ${id}`, thread, from, text, ...group });
      const init = { method: "POST", headers, body };
      const response = await worker.fetch(`http://nightjar.test/webhooks/${channel}`, init);
      return (await response.json<{ receipts: string[] }>()).receipts[0] ?? "";
    },
    async arrived(count) {
      const { messages }: ChatView = await (await fetch(`${thread}/messages?count=${count}`)).json();
      return messages.map(({ text }) => text);
    },
  };
}
