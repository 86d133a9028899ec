/**
 * Counts and paces a program's calls to its host, so that a program that computes nothing itself cannot keep
 * the host busy. Used by both engines.
 */
import type { HostFunction, SandboxJob, SandboxLimits } from "./port.ts";

export interface HostScheduler {
  /** ms; only differences count. */
  clock(): number;
  /** Resolves when others have had their turn, after they were held up for `held_ms`. */
  pause(held_ms: number): Promise<void>;
}

type HostAnswer = { ok: true; json: string } | { ok: false; json: string };

interface CallSize {
  /** Length of the arguments, in characters. */
  chars: number;
  /** Answers that the program has not received yet. */
  undelivered: number;
}

/** Calls of a program that are begun and not yet answered. */
const MOST_AT_ONCE = 64;
/** Calls that run at once; the others queue. */
const CARRIED_OUT = 4;
/** ms of host work after which others get their turn. */
const DUE_MS = 2;
/**
 * Upper bound on the CPU time charged for a call, in ms; a longer call has been waiting for somebody else.
 */
const MOST_WORK_MS = 30;

export class HostCalls {
  private readonly host: Readonly<Record<string, HostFunction>>;
  private readonly limits: SandboxLimits;
  private readonly pace: HostScheduler;
  private readonly waiting: (() => void)[] = [];
  private calls = 0;
  private chars = 0;
  private running = 0;
  private carriedOut = 0;
  private workedMs = 0;

  constructor(job: Pick<SandboxJob, "host">, limits: SandboxLimits, pace: HostScheduler) {
    this.host = job.host;
    this.limits = limits;
    this.pace = pace;
  }

  /** Never rejects: a host function's error becomes the program's. */
  async call(name: string, args: readonly unknown[], size: CallSize): Promise<HostAnswer> {
    this.running++;
    try {
      return { ok: true, json: await this.carryOut(this.admit(name, size), args) };
    } catch (error) {
      return { ok: false, json: error instanceof Error ? error.message : String(error) };
    } finally {
      this.running--;
    }
  }

  private admit(name: string, { chars, undelivered }: CallSize): HostFunction {
    const found = Object.hasOwn(this.host, name) ? this.host[name] : undefined;
    if (!found) throw new Error(`ctx.${name} is not available here.`);
    if (this.running + undelivered > MOST_AT_ONCE)
      throw new Error(`More than ${MOST_AT_ONCE} calls at once.`);
    this.calls++;
    if (this.calls > this.limits.host_calls) throw new Error(tooMany(this.limits));
    this.count(chars);
    return found;
  }

  private async carryOut(perform: HostFunction, args: readonly unknown[]): Promise<string> {
    await this.place();
    const began = this.pace.clock();
    try {
      const value = await perform(...args);
      const json = value === undefined ? "" : JSON.stringify(value);
      this.count(json.length);
      return json;
    } finally {
      await this.rest(this.pace.clock() - began);
      this.carriedOut--;
      this.waiting.shift()?.();
    }
  }

  /**
   * After a call, others get as much time as it took, before the program gets the answer or its next call
   * begins.
   */
  private async rest(took_ms: number): Promise<void> {
    this.workedMs += Math.min(took_ms, MOST_WORK_MS);
    if (this.workedMs < DUE_MS) return;
    const held = this.workedMs;
    this.workedMs = 0;
    await this.pace.pause(held);
  }

  /** Resolves when the call may run. */
  private async place(): Promise<void> {
    while (this.carriedOut >= CARRIED_OUT) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.carriedOut++;
  }

  private count(chars: number): void {
    this.chars += chars;
    if (this.chars > this.limits.host_chars) throw new Error(tooMuch(this.limits));
  }
}

function tooMany({ host_calls }: SandboxLimits): string {
  return `This program has called ctx ${host_calls} times, the most that one program may. Do the rest in another.`;
}

function tooMuch({ host_chars }: SandboxLimits): string {
  const megabytes = Math.round(host_chars / 1e6);
  return `This program has moved more than ${megabytes} MB through ctx, the most that one program may. Do the rest in another.`;
}
