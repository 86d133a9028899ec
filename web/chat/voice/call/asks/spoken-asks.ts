/** Reads questions and approvals aloud, one after the other; words that are heard in the minute after one answer it. */
import type { Ask } from "../../../../thread/thread.ts";
import { locale } from "../../../../words/language.ts";
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

/** State of the questions and approvals of a call, for a reloaded page. */
export interface KeptAsks {
  /** The one that words answer now; null: none. */
  asked: Pick<Asked, "call_id" | "hasBeenUnclear" | "isRead"> | null;
  /** Ids of the calls that are read no more. */
  done: readonly string[];
}

interface AskPorts {
  /** `ended`: called at the end of its sound, or with false when there is none; not when somebody interrupts it. */
  say(text: string, agent: string, ended: (hasSounded: boolean) => void): void;
  /** Whether nothing sounds, nobody speaks, and no words are on their way. */
  isListening(): boolean;
  /** The server judges what the words mean, and what may be said aloud. `repeated`: they may have arrived there before. */
  reply(call_id: string, words: string, repeated: boolean): Promise<ReplyOutcome>;
  /** Keeps the state over a reload. */
  keep(asks: KeptAsks): void;
  /** ms since the epoch. */
  now(): number;
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
  private readonly done: Set<string>;
  private asked: Asked | null = null;
  /** The one that an earlier page of the call had read, until it is found open or settled. */
  private earlier: KeptAsks["asked"];

  /** `kept`: the state of an earlier page of the same call; null: there was none. */
  constructor(ports: AskPorts, kept: KeptAsks | null) {
    this.ports = ports;
    this.done = new Set(kept?.done);
    this.earlier = kept?.asked ?? null;
  }

  /** Id of the call that words would answer now; undefined: they belong into the conversation. */
  get awaits(): string | undefined {
    const { asked } = this;
    const isHeard = asked !== null && (asked.ask.kind === "question" || asked.isRead);
    return isHeard ? asked.call_id : undefined;
  }

  /** `open`: all that waits for the person now. */
  follow(open: readonly OpenAsk[]): void {
    const { asked } = this;
    if (asked && !open.some(({ call_id }) => call_id === asked.call_id)) this.settled(asked);
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

  /**
   * False: the words are no reply, and belong into the conversation. `earlier`: id of the call that they answered on an earlier page,
   * which was left before anybody knew whether they arrived.
   */
  async take(words: string, earlier?: string): Promise<boolean> {
    const { asked } = this;
    const isRepeated = earlier !== undefined;
    if (isRepeated && earlier !== asked?.call_id)
      return (await this.ports.reply(earlier, words, true)) === "taken";
    if (asked === null || this.awaits === undefined) return false;
    const outcome = await this.ports.reply(asked.call_id, words, isRepeated);
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

  /** A question that an earlier page has read is not read again. */
  private read(next: OpenAsk): void {
    const { hasBeenUnclear, isRead } =
      this.earlier?.call_id === next.call_id ? this.earlier : { hasBeenUnclear: false, isRead: false };
    this.earlier = null;
    const asked = { ...next, hasBeenUnclear, isRead, isLate: false };
    this.asked = asked;
    if (!isRead) this.say(askSaid(next.ask), asked);
    if (isForScreen(next.ask)) this.finish();
    else this.keep();
  }

  /** The one that was asked is open no longer. Whoever was to answer is told when only its time has passed. */
  private settled(asked: Asked): void {
    this.finish(asked);
    if (isPast(asked.ask, this.ports.now() + CLOCKS_MS))
      this.say(t("Time is up. I'll go on without your answer."), asked);
  }

  private keep(): void {
    const { asked, done } = this;
    const { call_id = "", hasBeenUnclear = false, isRead = false } = asked ?? {};
    this.ports.keep({ asked: asked && { call_id, hasBeenUnclear, isRead }, done: [...done] });
  }

  /** Asked again once. A question takes any words then, as it does in writing. */
  private unclear(asked: Asked): boolean {
    if (!asked.hasBeenUnclear) {
      asked.hasBeenUnclear = true;
      this.keep();
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
    this.say(leftSaid(asked.ask, this.ports.now()), asked);
  }

  /** The minute begins anew when these words have been heard. */
  private say(text: string, asked: Asked): void {
    asked.cancel?.();
    delete asked.cancel;
    this.ports.say(text, asked.agent, (hasSounded) => {
      asked.isRead ||= hasSounded;
      this.keep();
      // Nobody decides by voice about what they can't hear.
      if (!asked.isRead && asked.ask.kind === "approval") this.finish(asked);
    });
  }

  private finish(asked = this.asked): void {
    if (asked === null) return;
    asked.cancel?.();
    this.done.add(asked.call_id);
    if (this.asked === asked) this.asked = null;
    this.keep();
  }
}

/** A question of a helper may have a time of its own: the Builder, in a call, waits for a minute from when it asked. */
function leftSaid(ask: Ask, now: number): string {
  if (ask.kind === "approval") return t("I'll leave it open. You can decide in the conversation.");
  if (isPast(ask, now + SOON_MS)) return t("Time is up. I'll go on without your answer.");
  if (ask.expires_at === undefined)
    return t("I'll leave the question open. You can answer it in the conversation.");
  const until = dayAndTime.format(Date.parse(ask.expires_at));
  return t("I'll leave the question open until {until}. You can answer it in the conversation.", { until });
}

/** Clocks of server and browser differ by so much. */
const CLOCKS_MS = 1_000;

/** Time that somebody needs to find a question on the screen and answer it. */
const SOON_MS = 15_000;

const dayAndTime = new Intl.DateTimeFormat(locale, { weekday: "long", hour: "numeric", minute: "2-digit" });

function isPast({ expires_at }: Ask, now: number): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= now;
}
