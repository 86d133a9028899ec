/** One chat on the tests' own platform, as somebody who writes there sees it. */
import type { ConversationId } from "../../../src/domain/ids.ts";
import { derivedConversation, threadKey } from "../../../src/routing/address.ts";
import { TOKEN } from "../process/nightjar.ts";
import { TEST_CHANNEL_SECRET } from "./channel.ts";
import type { ChatView, Fault } from "./server.ts";

interface Answered {
  receipts: ("accepted" | "duplicate" | "refused")[];
}

const WRITER = "mona";

export class TestChat {
  /** Where its thread leads. */
  readonly conversation: ConversationId;
  private readonly platform: string;
  private readonly instance: { url: string };

  private constructor(platform: string, conversation: ConversationId, instance: { url: string }) {
    this.platform = platform;
    this.conversation = conversation;
    this.instance = instance;
  }

  /** `name` is the chat's own; `instance` is where its messages go. */
  static async open(platform: string, name: string, instance: { url: string }): Promise<TestChat> {
    const thread = `${platform}/${name}`;
    // Nobody there is known to the house: its agent talks to everyone.
    const opened = await fetch(`${instance.url}/api/v1/agents/nightjar`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ audience: "everyone" }),
    });
    if (!opened.ok) throw new Error(`${opened.status} ${await opened.text()}`);
    const key = threadKey({ channel: "whatsapp", account: "", thread }, 0);
    return new TestChat(thread, await derivedConversation("admin", key), instance);
  }

  /** The platform calls the webhook, as often as it likes. Rejects when nobody is there. */
  async write(id: string, text: string): Promise<"accepted" | "duplicate" | "refused"> {
    const response = await fetch(`${this.instance.url}/webhooks/whatsapp`, {
      method: "POST",
      headers: { "x-test-secret": TEST_CHANNEL_SECRET },
      body: JSON.stringify({ id, thread: this.platform, from: WRITER, text }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { receipts } = (await response.json()) as Answered;
    return receipts[0] ?? "refused";
  }

  /** Plans faults for the next messages sent to the platform. */
  async faults(...faults: Fault[]): Promise<void> {
    await fetch(`${this.platform}/faults`, { method: "POST", body: JSON.stringify(faults) });
  }

  /** Resolves with the messages once `count` of them have arrived. */
  async arrived(count: number): Promise<ChatView> {
    const response = await fetch(`${this.platform}/messages?count=${count}`, {
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as ChatView;
  }
}
