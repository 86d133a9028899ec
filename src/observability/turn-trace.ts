/**
 * Measures a turn from its events: start of each step, time to its first word, duration of each tool. Parts
 * of the trace are journaled with the steps, so that a turn that was interrupted or has waited keeps its
 * past.
 */
import type { EventBody } from "../domain/events.ts";
import type { RecalledSource } from "../domain/message.ts";

interface StepTiming {
  step: number;
  /** ms since the epoch. */
  at: number;
  /** Time to the first token, text or reasoning; null when there was none. */
  first_token_ms: number | null;
  duration_ms: number | null;
  /** Number of times the reply was restarted. */
  restarts: number;
}

interface CallTiming {
  call_id: string;
  at: number;
  duration_ms: number | null;
}

/** Timings of one life of the object; those of several lives are merged. */
export interface Timings {
  started_at?: number;
  /** Interruptions that this life recovered from. */
  recoveries?: number;
  recalled?: number;
  /** Recalled memories: they are stored with the answer, not in the trace. */
  memories?: RecalledSource[];
  notices?: string[];
  steps?: StepTiming[];
  calls?: CallTiming[];
}

const MOST_NOTICES = 10;
const LONGEST_NOTICE = 200;

interface TraceStart {
  /** Timings journaled in earlier lives. */
  earlier: readonly Timings[];
  /** Interruptions since the last recorded step. */
  recoveries: number;
  now(): number;
}

export class TurnTrace {
  private readonly now: () => number;
  private readonly taken: Timings[];
  private fresh: Required<Omit<Timings, "started_at" | "recalled" | "memories">> & Timings;
  private open: StepTiming | undefined;

  constructor({ earlier, recoveries, now }: TraceStart) {
    this.now = now;
    this.taken = [...earlier];
    this.fresh = { ...nothing(), recoveries };
    if (earlier.length === 0) this.fresh.started_at = now();
  }

  follow(event: EventBody): void {
    const { fresh, open } = this;
    switch (event.type) {
      case "state":
        this.close();
        if (event.state === "thinking") this.begin(event.step);
        break;
      case "text":
      case "reasoning":
        if (open) open.first_token_ms ??= this.now() - open.at;
        break;
      case "reset":
        if (open?.step === event.from_step) restart(open);
        break;
      case "tool_start":
        fresh.calls.push({ call_id: event.call_id, at: this.now(), duration_ms: null });
        break;
      case "tool_result":
        this.settle(event.call_id);
        break;
      case "notice":
        if (fresh.notices.length < MOST_NOTICES) fresh.notices.push(event.text.slice(0, LONGEST_NOTICE));
        break;
      case "recall":
        fresh.recalled = event.items.length;
        fresh.memories = event.items;
        break;
      default:
    }
  }

  /** Returns the timings since the last call, to be stored with the step they belong to. Closes the step. */
  take(): Timings {
    this.close();
    const part = compact(this.fresh);
    this.taken.push(part);
    this.fresh = nothing();
    return part;
  }

  /** All timings of all lives. */
  whole(): Timings {
    this.close();
    return mergeTimings([...this.taken, compact(this.fresh)]);
  }

  private begin(step: number): void {
    this.open = { step, at: this.now(), first_token_ms: null, duration_ms: null, restarts: 0 };
    this.fresh.steps.push(this.open);
  }

  private close(): void {
    if (this.open) this.open.duration_ms = this.now() - this.open.at;
    this.open = undefined;
  }

  private settle(call_id: string): void {
    const call = this.fresh.calls.findLast((candidate) => candidate.call_id === call_id);
    if (call) call.duration_ms = this.now() - call.at;
  }
}

function restart(step: StepTiming): void {
  step.restarts += 1;
  step.first_token_ms = null;
}

export function mergeTimings(parts: readonly Timings[]): Timings {
  const started = parts.flatMap((part) => part.started_at ?? []);
  const memories = parts.flatMap((part) => part.memories ?? []);
  return {
    ...(memories.length > 0 && { memories }),
    ...(started.length > 0 && { started_at: Math.min(...started) }),
    recoveries: parts.reduce((sum, part) => sum + (part.recoveries ?? 0), 0),
    recalled: parts.reduce((sum, part) => sum + (part.recalled ?? 0), 0),
    notices: parts.flatMap((part) => part.notices ?? []).slice(0, MOST_NOTICES),
    steps: parts.flatMap((part) => part.steps ?? []),
    calls: parts.flatMap((part) => part.calls ?? []),
  };
}

function nothing() {
  return { recoveries: 0, notices: [], steps: [], calls: [] };
}

/** Drops empty fields before storing: most parts hold little. */
function compact(timings: Timings): Timings {
  return Object.fromEntries(
    Object.entries(timings).filter(
      ([, value]) => value !== 0 && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
