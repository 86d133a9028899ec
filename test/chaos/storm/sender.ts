/** Sends messages as a platform does: side by side, some of them several times, each until it is accepted. */
import { must } from "../../support/machine/broken.ts";
import type { Nightjar } from "../../support/process/nightjar.ts";
import type { Random } from "../random.ts";
import { add, type Tally } from "../tally.ts";
import { wordsOf } from "./model.ts";
import type { Said, StormPlatform } from "./platforms/platform.ts";

/** As many connections as Telegram opens to a webhook by itself. */
export const AT_ONCE = 40;
const MOST_COPIES = 5;
/** A platform sends again what was not answered, after a while. */
const AGAIN_MS = 500;

/** One person's, with what they write in it. */
export interface Chat {
  id: number;
  tags: string[];
}

export interface Sending {
  nightjar: Nightjar;
  platform: StormPlatform;
}

export class StormSender {
  tally: Tally = { requests: 0, "not answered": 0 };
  accepted = 0;
  private readonly times: number[] = [];
  private readonly copies: Promise<unknown>[] = [];
  private readonly scene: Sending & { random: Random };

  constructor(scene: Sending & { random: Random }) {
    this.scene = scene;
  }

  async sendAll({ id, tags }: Chat): Promise<void> {
    for (const [index, tag] of tags.entries()) {
      const said = { chat: id, n: index + 1, text: wordsOf(tag) };
      const copies = this.scene.random.between(1, MOST_COPIES) - 1;
      const first = this.send(said);
      for (let copy = 0; copy < copies; copy++) this.copies.push(this.send(said));
      await first;
      this.accepted += 1;
    }
  }

  /** All that are still on their way. The times of what was answered are counted. */
  async copiesDone(): Promise<void> {
    await Promise.all(this.copies);
    this.tally = { ...this.tally, ...acksOf(this.times) };
  }

  /** Until it is accepted, as a platform does. */
  private async send(said: Said): Promise<void> {
    for (;;) {
      const began = performance.now();
      const status = await post(this.scene, said);
      this.tally = add(this.tally, { requests: 1 });
      if (status === 200) return void this.times.push(performance.now() - began);
      must(status === undefined || status >= 500, "a message is accepted", { status, said });
      this.tally = add(this.tally, { "not answered": 1 });
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Undefined when nobody answered. */
export async function post({ nightjar, platform }: Sending, said: Said): Promise<number | undefined> {
  try {
    const response = await fetch(`${nightjar.url}/webhooks/${platform.name}`, {
      method: "POST",
      ...platform.sent(said),
    });
    const body = await response.text();
    if (response.status === 200) platform.answered?.(said, body);
    return response.status;
  } catch {
    return undefined;
  }
}

/** What is said of the times until messages were accepted, in ms. */
export function acksOf(times: readonly number[]): Tally {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return {
    "accepted after, median ms": at(0.5),
    "accepted after, p95 ms": at(0.95),
    "accepted after, most ms": at(1),
  };
}
