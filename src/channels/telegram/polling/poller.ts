/**
 * Fetches a bot's messages by long polling, for an instance that Telegram cannot reach. Each answer to an update is a
 * call of its own. Telegram forgets an update once a later one is asked for: so it is asked on only past those that were
 * taken in, and nothing needs to be stored.
 */
import { z } from "zod";
import type { Later } from "../../../domain/time/later.ts";
import type { Log } from "../../../observability/log-port.ts";
import { callTelegram, type TelegramResponse } from "../api.ts";
import { reasonOf } from "../outbound/outcome.ts";
import type { Bot } from "../settings.ts";
import { UPDATES } from "../subscribed.ts";

export interface PollerDeps {
  bot: Pick<Bot, "base" | "token">;
  later: Later;
  log: Log;
  /** Takes in one update, as Telegram sends it. Rejects when it should be tried again. */
  take(update: unknown): Promise<void>;
  /** Telegram refuses this bot; `problem` is public. */
  onRefused(problem: string): void;
}

/** Telegram keeps the request open for so long while nothing comes, in seconds. */
const OPEN_S = 50;
const PATIENCE_MS = 65_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Another program fetches with the same token: it may have been this one's earlier life. */
const TAKEN_PAUSE_MS = 10_000;
/** Tries for one update that cannot be taken in, before it is given up. */
const MOST_TRIES = 5;

const Updates = z.array(z.looseObject({ update_id: z.int() }));

/** `pause_ms`: before the next request; undefined: none. */
type Round = { next: "go on"; pause_ms?: number } | { next: "stop"; problem: string };

export class Poller {
  private readonly deps: PollerDeps;
  /** The first update that was not taken in; undefined: whatever Telegram has kept. */
  private offset: number | undefined;
  private failures = 0;
  private stuck = { id: -1, tries: 0 };
  private isRunning = false;
  private isRefused = false;
  private stopped = new AbortController();

  constructor(deps: PollerDeps) {
    this.deps = deps;
  }

  /** Fetches unless it does already or was refused in this life. Never throws. */
  start(): void {
    if (this.isRunning || this.isRefused || this.stopped.signal.aborted) return;
    this.isRunning = true;
    void this.keep().finally(() => {
      this.isRunning = false;
    });
  }

  /** Stops for good. */
  stop(): void {
    this.stopped.abort();
  }

  private async keep(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const round = await this.round();
      if (round.next === "stop") {
        this.isRefused = true;
        return this.deps.onRefused(round.problem);
      }
      const { pause_ms } = round;
      if (pause_ms !== undefined) await new Promise<void>((resolve) => this.deps.later(resolve, pause_ms));
    }
  }

  private async round(): Promise<Round> {
    const { offset } = this;
    const fields = {
      timeout: OPEN_S,
      allowed_updates: [...UPDATES],
      ...(offset !== undefined && { offset }),
    };
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answered = await callTelegram(this.deps.bot, { method: "getUpdates", fields }, signal);
    if (this.stopped.signal.aborted) return { next: "go on" };
    if (answered.status !== "ok") return this.failed(answered);
    const updates = Updates.safeParse(answered.result).data ?? [];
    this.failures = 0;
    return this.takeAll(updates);
  }

  private async takeAll(updates: z.output<typeof Updates>): Promise<Round> {
    for (const update of updates) {
      if (this.stopped.signal.aborted) return { next: "go on" };
      const isTaken = await this.take(update);
      if (!isTaken) return { next: "go on", pause_ms: this.backoff() };
      this.offset = update.update_id + 1;
    }
    return { next: "go on" };
  }

  /** False: it has to be tried again, and later ones must not overtake it. */
  private async take(update: { update_id: number }): Promise<boolean> {
    try {
      await this.deps.take(update);
      return true;
    } catch (problem) {
      const id = update.update_id;
      this.stuck = { id, tries: this.stuck.id === id ? this.stuck.tries + 1 : 1 };
      this.failures = this.stuck.tries;
      this.deps.log.warn("telegram_update_not_taken", { problem: String(problem) });
      return this.stuck.tries >= MOST_TRIES;
    }
  }

  private async failed(answered: Exclude<TelegramResponse, { status: "ok" }>): Promise<Round> {
    this.failures += 1;
    if (answered.status === "unknown") return { next: "go on", pause_ms: this.backoff() };
    const { code, description, retry_after_ms } = answered;
    if (code === 401 || code === 404) return { next: "stop", problem: reasonOf(answered) };
    this.deps.log.warn("telegram_not_fetched", { code, description: description.slice(0, 200) });
    if (code !== 409) return { next: "go on", pause_ms: retry_after_ms ?? this.backoff() };
    if (!/webhook/i.test(description)) return { next: "go on", pause_ms: TAKEN_PAUSE_MS };
    return this.leaveWebhook();
  }

  /** Telegram sends to a webhook or is asked, never both. What waits for the webhook is kept. */
  private async leaveWebhook(): Promise<Round> {
    const call = { method: "deleteWebhook", fields: { drop_pending_updates: false } } as const;
    const deleted = await callTelegram(this.deps.bot, call, AbortSignal.timeout(PATIENCE_MS));
    return deleted.status === "ok" ? { next: "go on" } : { next: "go on", pause_ms: this.backoff() };
  }

  private backoff(): number {
    return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, this.failures - 1), LONGEST_PAUSE_MS);
  }
}
