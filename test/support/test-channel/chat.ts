/** One chat on the tests' own platform, as somebody who writes there sees it. */
import { type ConversationId, createIds } from "../../../src/domain/ids.ts";
import { TEST_CHANNEL_SECRET } from "./channel.ts";
import type { ChatView, Fault } from "./server.ts";

const ids = createIds(
  () => Date.now(),
  (bytes) => void crypto.getRandomValues(bytes),
);

interface Answered {
  value: { status: "accepted" | "duplicate" | "refused" };
}

export class TestChat {
  readonly conversation: ConversationId = ids.create("cnv");
  private readonly platform: string;
  private readonly instance: { url: string };

  /** `name` is the chat's own; `instance` is where its messages go. */
  constructor(platform: string, name: string, instance: { url: string }) {
    this.platform = `${platform}/${name}`;
    this.instance = instance;
  }

  /** The platform calls the webhook, as often as it likes. Rejects when nobody is there. */
  async write(id: string, text: string): Promise<"accepted" | "duplicate" | "refused"> {
    const response = await fetch(`${this.instance.url}/webhooks/test/${this.conversation}`, {
      method: "POST",
      headers: { "x-test-secret": TEST_CHANNEL_SECRET },
      body: JSON.stringify({ id, thread: this.platform, from: "mona", text }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const [answer] = (await response.json()) as Answered[];
    return answer?.value.status ?? "refused";
  }

  /** What happens to the next messages that are sent to it. */
  async faults(...faults: Fault[]): Promise<void> {
    await fetch(`${this.platform}/faults`, { method: "POST", body: JSON.stringify(faults) });
  }

  /** What has arrived, once it is so much. */
  async arrived(count: number): Promise<ChatView> {
    const response = await fetch(`${this.platform}/messages?count=${count}`, {
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as ChatView;
  }
}
