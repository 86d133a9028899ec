/** Minor work on messages in chats: nothing waits for it, and it gives up after a few attempts. */
import type { DeliveryResult } from "../../../../src/channels/channel.ts";
import { within } from "../../../../src/domain/time/deadline.ts";
import { inFreeTime, type Later } from "../../../../src/domain/time/later.ts";

const TRY_MS = 10_000;
const MOST_TRIES = 3;
const PAUSE_MS = 3_000;

interface UpkeepDeps<Row> {
  later: Later;
  /** The next piece of work; called again after each. */
  next(): Row | undefined;
  /** One attempt. Undefined: the platform cannot do it. */
  work(row: Row, signal: AbortSignal): Promise<DeliveryResult> | undefined;
  /** The work is done or given up. */
  done(row: Row): void;
}

const NOT_THERE: DeliveryResult = { status: "failed", reason: "That cannot be done there." };

export class Upkeep<Row> {
  private readonly deps: UpkeepDeps<Row>;
  private isBusy = false;
  private isStopped = false;
  private tries = 0;

  constructor(deps: UpkeepDeps<Row>) {
    this.deps = deps;
  }

  /** Does all pending work in turn, unless that is running already. Never throws. */
  sweep(): void {
    if (this.isBusy || this.isStopped) return;
    const next = this.deps.next();
    if (next === undefined) return;
    this.isBusy = true;
    void this.tried(next)
      .catch((problem): DeliveryResult => ({ status: "failed", reason: String(problem) }))
      .then((result) => this.ended(next, result));
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.isStopped = true;
  }

  private async tried(row: Row): Promise<DeliveryResult> {
    const bounds = { ms: TRY_MS, later: inFreeTime(this.deps.later) };
    const attempt = await within(bounds, async (signal) => this.deps.work(row, signal) ?? NOT_THERE);
    return attempt.status === "ready" ? attempt.value : { status: "unknown", reason: "No answer came." };
  }

  private ended(row: Row, result: DeliveryResult): void {
    if (this.isStopped) return;
    this.tries += 1;
    const isWorthATry = result.status === "later" || result.status === "unknown";
    if (isWorthATry && this.tries < MOST_TRIES) {
      const requested_ms = result.status === "later" ? result.retry_after_ms : undefined;
      this.deps.later(() => this.again(), requested_ms ?? PAUSE_MS);
      return;
    }
    this.tries = 0;
    this.deps.done(row);
    this.again();
  }

  private again(): void {
    this.isBusy = false;
    this.sweep();
  }
}
