/** One run of a program: its messages so far, its pending host calls, and its outcome. */
import { HostCalls, type HostScheduler } from "../host-calls.ts";
import { UNREADABLE } from "../json-limits.ts";
import type { ConsoleLine, SandboxJob, SandboxLimits, SandboxProblem, SandboxResult } from "../port.ts";
import type { Environment } from "./environment.ts";
import { type HostCall, type ProgramFailure, parseMessage } from "./messages.ts";
import type { Meter } from "./meter.ts";

export type Outcome = { ok: true; value: string } | { ok: false; problem: SandboxProblem; reason: string };

type Settlement = { id: number; ok: boolean; json: string };

/** Timers that may be pending at once. */
const MOST_TIMERS = 10_000;

export class Session {
  private readonly job: SandboxJob;
  private readonly limits: SandboxLimits;
  private readonly console: ConsoleLine[] = [];
  private readonly calls: HostCalls;
  private readonly settled: Settlement[] = [];
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private printedChars = 0;
  private outcome: Outcome | undefined;
  private underWay = 0;
  private readonly clock: () => number;
  private wake: () => void = () => undefined;

  constructor(job: SandboxJob, limits: SandboxLimits, pace: HostScheduler) {
    this.clock = pace.clock;
    this.job = job;
    this.limits = limits;
    this.calls = new HostCalls(job, limits, pace);
  }

  get hostNames(): string[] {
    return Object.keys(this.job.host);
  }

  /** Called in the middle of the program's computation, so it only records the message. */
  receive(type: string, json: string): void {
    const message = parseMessage(type, json);
    if (!message) return;
    if (message.type === "console") this.print(message);
    else if (message.type === "call") this.callHost(message, json.length);
    else if (message.type === "oversized") this.outcome ??= oversized();
    else
      this.outcome ??= message.type === "done" ? this.outcomeOf(message.value) : failed(message, this.limits);
  }

  /** Runs the program to its end. Throws the error that stopped it. */
  async drive(world: Environment, meter: Meter): Promise<Outcome> {
    const deadline = this.clock() + this.limits.wait_ms;
    for (;;) {
      await world.runJobs();
      if (this.outcome) return this.outcome;
      const settlement = this.settled.shift();
      if (settlement) {
        meter.charge(settlement.json.length);
        await world.control("settle", String(settlement.id), settlement.ok ? "1" : "0", settlement.json);
      } else if (this.underWay === 0) return stuck();
      else if (!(await this.news(deadline - this.clock()))) return this.waitedTooLong();
    }
  }

  result(outcome: Outcome, spentMs: number): SandboxResult {
    return { ...outcome, console: this.console, compute_ms: Math.round(spentMs * 10) / 10 };
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private print({ level, text }: ConsoleLine): void {
    const room = this.limits.output_chars - this.printedChars;
    this.printedChars += text.length + 1;
    if (room <= 0) return;
    const line = text.length > room ? `${text.slice(0, room)} [cut: too much output]` : text;
    this.console.push({ level, text: line });
  }

  private outcomeOf(value: string): Outcome {
    if (value.length <= this.limits.output_chars) return { ok: true, value };
    const reason = `The result is longer than ${this.limits.output_chars} characters. Return less, or write it to a file.`;
    return { ok: false, problem: "output", reason };
  }

  private callHost(call: HostCall, chars: number): void {
    this.underWay++;
    void this.perform(call, chars).then((settlement) => {
      this.underWay--;
      this.settled.push(settlement);
      this.wake();
    });
  }

  /** Never rejects. */
  private async perform({ id, name, args }: HostCall, chars: number): Promise<Settlement> {
    if (name === "sleep") return { id, ...(await this.slept(Number(args[0]))) };
    return { id, ...(await this.calls.call(name, args, { chars, undelivered: this.settled.length })) };
  }

  private async slept(ms: number): Promise<{ ok: boolean; json: string }> {
    if (this.timers.size >= MOST_TIMERS)
      return { ok: false, json: `More than ${MOST_TIMERS} timers at once.` };
    await this.sleep(Math.min(ms, this.limits.wait_ms));
    return { ok: true, json: "" };
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        resolve();
      }, ms);
      this.timers.add(timer);
    });
  }

  /** True if a host call has settled, false if the time is up or the job was aborted. */
  private news(ms: number): Promise<boolean> {
    const { signal } = this.job;
    return new Promise((resolve) => {
      const finish = (news: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.wake = () => undefined;
        resolve(news);
      };
      const onAbort = () => finish(false);
      const timer = setTimeout(() => finish(false), Math.max(0, ms));
      signal.addEventListener("abort", onAbort);
      this.wake = () => finish(true);
      if (signal.aborted) onAbort();
    });
  }

  private waitedTooLong(): Outcome {
    if (this.job.signal.aborted) return { ok: false, problem: "aborted", reason: "The program was stopped." };
    const reason = `The program did not end within ${this.limits.wait_ms / 1000} s.`;
    return { ok: false, problem: "timeout", reason };
  }
}

function oversized(): Outcome {
  return { ok: false, problem: "output", reason: UNREADABLE };
}

function stuck(): Outcome {
  return { ok: false, problem: "stuck", reason: "The program is waiting for a promise that never settles." };
}

function failed({ name, message, text }: ProgramFailure, limits: SandboxLimits): Outcome {
  if (name === "InternalError" && message === "out of memory") {
    const reason = `The program needed more than ${Math.round(limits.memory_bytes / 1024 / 1024)} MB of memory.`;
    return { ok: false, problem: "memory", reason };
  }
  if (name === "RangeError" && /call stack/.test(message)) {
    return { ok: false, problem: "stack", reason: "The program recursed too deeply." };
  }
  return { ok: false, problem: name === "SyntaxError" ? "syntax" : "exception", reason: text };
}
