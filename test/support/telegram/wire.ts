/** The tests' Bot API as a test tells it what to do and sees what came of it. */
import type { WireFault, WireView, WireWebhook } from "./state.ts";

export class TelegramWire {
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Once there are so many messages, or calls. */
  async view(wished: { count?: number; calls?: number } = {}): Promise<WireView> {
    const { count = 0, calls = 0 } = wished;
    const response = await fetch(`${this.url}/control?count=${count}&calls=${calls}`, {
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as WireView;
  }

  async faults(...faults: WireFault[]): Promise<void> {
    await this.post("faults", faults);
  }

  async keep(file: { file_id: string; content: string; size?: number }): Promise<void> {
    await this.post("files", file);
  }

  /** The webhook was set, and did not answer. */
  async missed(webhook: WireWebhook): Promise<void> {
    await this.post("webhook", webhook);
  }

  /** Telegram sends it to the webhook. */
  async deliver(update: object): Promise<{ status: number; answer: Record<string, unknown> }> {
    return (await this.post("update", update)) as { status: number; answer: Record<string, unknown> };
  }

  /** Somebody has written, and it waits to be fetched. */
  async written(update: object): Promise<void> {
    await this.post("written", update);
  }

  private async post(what: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/control/${what}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return response.json();
  }
}
