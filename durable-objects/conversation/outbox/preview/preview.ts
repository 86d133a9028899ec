/**
 * Shows a growing preview in a chat while a turn writes its answer, by following its events at the platform's
 * pace. Nothing waits for it, and its failures do no harm, since the answer's delivery follows.
 */
import type { DeliveryResult } from "../../../../src/channels/channel.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { Part } from "../../../../src/domain/message.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import { editBackoffAfter } from "./edit-interval.ts";
import type { Words } from "./words.ts";

interface PreviewDeps {
  later: Later;
  now(): number;
  /** ms between two edits, and before the first post: an answer that is complete by then needs no preview. */
  every: number;
  words: Words;
  /** Text of the answer's first message, from these parts. */
  textOf(parts: readonly Part[]): string | undefined;
  /** Never rejects. */
  show(text: string): Promise<DeliveryResult>;
}

export class Preview {
  private readonly deps: PreviewDeps;
  private shown = "";
  /** Cancels the timer of the next edit. */
  private waiting: (() => void) | undefined;
  private isUnderWay = false;
  private isOver = false;
  /** ms since the epoch before which the platform accepts no edit. */
  heldUntil = 0;

  constructor(deps: PreviewDeps) {
    this.deps = deps;
  }

  hear(body: EventBody): void {
    if (this.deps.words.hear(body)) this.wait(this.deps.every);
  }

  /** The turn has stopped writing. */
  stop(): void {
    this.isOver = true;
    this.waiting?.();
    this.waiting = undefined;
  }

  private wait(ms: number): void {
    if (this.isOver || this.waiting || this.isUnderWay) return;
    this.waiting = this.deps.later(() => {
      this.waiting = undefined;
      this.isUnderWay = true;
      void this.grow().then((again) => {
        this.isUnderWay = false;
        if (again !== undefined) this.wait(again);
      });
    }, ms);
  }

  /** Delay in ms until the next check; undefined: wait for new text. */
  private async grow(): Promise<number | undefined> {
    const { words, textOf, show, every, now } = this.deps;
    const text = textOf(words.parts) ?? "";
    if (text === "" || text === this.shown) return undefined;
    const result = await show(text);
    if (result.status === "sent") this.shown = text;
    const pause = editBackoffAfter(result, every);
    if (pause === undefined) this.stop();
    else if (result.status === "later") this.heldUntil = now() + pause;
    return pause;
  }
}
