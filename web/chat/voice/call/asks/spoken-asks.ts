/** Reads questions and approvals aloud, one after the other; words that are heard in the minute after one answer it. */
import type { Ask } from "../../../../thread/thread.ts";
import { t } from "../../../../words/t.ts";
import { askSaid, isForScreen, unclearSaid } from "./ask-said.ts";

export interface OpenAsk {
  call_id: string;
  /** Slug of the agent that asks: its voice is heard. */
  agent: string;
  ask: Ask;
}

/**
 * `unclear`: the words may mean anything. `screen`: it can't be said aloud. `settled`: it is open no longer. `lost`: nothing
 * arrived.
 */
export type ReplyOutcome = "taken" | "unclear" | "screen" | "settled" | "lost";

interface AskPorts {
  /** `ended`: called at the end of its sound, or with false when there is none; not when somebody interrupts it. */
  say(text: string, agent: string, ended: (hasSounded: boolean) => void): void;
  /** Whether nothing sounds, nobody speaks, and no words are on their way. */
  isListening(): boolean;
  /** The server judges what the words mean, and what may be said aloud. */
  reply(call_id: string, words: string): Promise<ReplyOutcome>;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

const PATIENCE_MS = 60_000;

interface Asked extends OpenAsk {
  hasBeenUnclear: boolean;
  /** The person has heard it to its end. */
  isRead: boolean;
  /** The minute is over; it begins when the ask has been read. */
  isLate: boolean;
  cancel?: () => void;
}

export class SpokenAsks {
  private readonly ports: AskPorts;
  private readonly done = new Set<string>();
  private asked: Asked | null = null;

  constructor(ports: AskPorts) {
    this.ports = ports;
  }

  /** `open`: all that waits for the person now. */
  follow(open: readonly OpenAsk[]): void {
    const { asked } = this;
    if (asked && !open.some(({ call_id }) => call_id === asked.call_id)) this.finish();
    // Providers use an id again in a later turn.
    for (const call_id of this.done)
      if (!open.some((ask) => ask.call_id === call_id)) this.done.delete(call_id);
    const next = open.find(({ call_id }) => !this.done.has(call_id));
    if (this.asked === null && next) this.read(next);
  }

  /** The state of the call has changed. */
  settle(): void {
    const { asked } = this;
    if (asked === null || !this.ports.isListening()) return;
    if (asked.isLate) this.leave(asked);
    // Nobody decides about a call of which they have heard a part.
    else if (asked.ask.kind === "approval" && !asked.isRead) this.say(askSaid(asked.ask), asked);
    else asked.cancel ??= this.ports.after(PATIENCE_MS, () => this.late(asked));
  }

  /** False: the words are no reply, and belong into the conversation. */
  async take(words: string): Promise<boolean> {
    const { asked } = this;
    if (asked === null || (asked.ask.kind === "approval" && !asked.isRead)) return false;
    const outcome = await this.ports.reply(asked.call_id, words);
    switch (outcome) {
      case "taken":
        this.finish(asked);
        return true;
      case "settled":
        this.finish(asked);
        return false;
      case "unclear":
        return this.unclear(asked);
      case "screen":
        this.say(t("That can't be said aloud. Please use the screen."), asked);
        this.finish(asked);
        return true;
      case "lost":
        this.say(t("That didn't arrive. Please say it again."), asked);
        return true;
    }
  }

  close(): void {
    this.asked?.cancel?.();
    this.asked = null;
  }

  private read(next: OpenAsk): void {
    const asked = { ...next, hasBeenUnclear: false, isRead: false, isLate: false };
    this.asked = asked;
    this.say(askSaid(next.ask), asked);
    if (isForScreen(next.ask)) this.finish();
  }

  /** Asked again once. A question takes any words then, as it does in writing. */
  private unclear(asked: Asked): boolean {
    if (!asked.hasBeenUnclear) {
      asked.hasBeenUnclear = true;
      this.say(unclearSaid(asked.ask), asked);
      return true;
    }
    this.finish(asked);
    if (asked.ask.kind === "question") return false;
    this.say(t("Please decide on the screen."), asked);
    return true;
  }

  private late(asked: Asked): void {
    asked.isLate = true;
    this.settle();
  }

  private leave(asked: Asked): void {
    this.finish(asked);
    this.say(leftSaid(asked.ask), asked);
  }

  /** The minute begins anew when these words have been heard. */
  private say(text: string, asked: Asked): void {
    asked.cancel?.();
    delete asked.cancel;
    this.ports.say(text, asked.agent, (hasSounded) => {
      asked.isRead ||= hasSounded;
      // Nobody decides by voice about what they can't hear.
      if (!asked.isRead && asked.ask.kind === "approval") this.finish(asked);
    });
  }

  private finish(asked = this.asked): void {
    if (asked === null) return;
    asked.cancel?.();
    this.done.add(asked.call_id);
    if (this.asked === asked) this.asked = null;
  }
}

function leftSaid(ask: Ask): string {
  return ask.kind === "question"
    ? t("I'll leave the question open. You can answer it in the conversation.")
    : t("I'll leave it open. You can decide in the conversation.");
}
