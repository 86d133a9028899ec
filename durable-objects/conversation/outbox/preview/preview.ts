/**
 * Lets a message grow in a chat while a turn writes its answer: it follows the events, at the pace of the platform. Nobody
 * waits for it, and what goes wrong with it is no loss: the delivery of the answer comes after it.
 */
import type { Delivered } from "../../../../src/channels/channel.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { Part } from "../../../../src/domain/message.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import { pauseAfter } from "./pace.ts";
import type { Words } from "./words.ts";

export interface PreviewDeps {
  later: Later;
  now(): number;
  /** ms between two changes, and before the first: an answer that is there by then needs no preview. */
  every: number;
  words: Words;
  /** What the first message of the answer shows of these parts. */
  textOf(parts: readonly Part[]): string | undefined;
  /** Never rejects. */
  show(text: string): Promise<Delivered>;
}

export class Preview {
  private readonly deps: PreviewDeps;
  private shown = "";
  /** Cancels the timer of the next change. */
  private waiting: (() => void) | undefined;
  private isUnderWay = false;
  private isOver = false;
  /** ms since the epoch: the platform wants nothing before. */
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

  /** In how many ms it is to be looked at again; undefined: when something more is said. */
  private async grow(): Promise<number | undefined> {
    const { words, textOf, show, every, now } = this.deps;
    const text = textOf(words.parts) ?? "";
    if (text === "" || text === this.shown) return undefined;
    const result = await show(text);
    if (result.status === "sent") this.shown = text;
    const pause = pauseAfter(result, every);
    if (pause === undefined) this.stop();
    else if (result.status === "later") this.heldUntil = now() + pause;
    return pause;
  }
}
