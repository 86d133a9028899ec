/**
 * Limits how many programs run at once per owner of the queue; the others wait in order. Each waiting program
 * polls: the queue is shared by many Durable Objects, and one must neither hold nor settle a promise of
 * another. So they share numbers only, and a program whose object was evicted does not block the queue for
 * long.
 */
import { lookUntil } from "../platform/shared-work.ts";
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxJob, type SandboxResult } from "./port.ts";

interface QueueLimits {
  running: number;
  waiting: number;
}

interface QueueDeps {
  /** ms; only differences count. */
  clock(): number;
  pause(ms: number): Promise<void>;
}

const DEFAULTS: QueueLimits = { running: 8, waiting: 64 };
/** ms without a poll after which a waiting program loses its place; a slow one queues again at the end. */
const GONE_MS = 2_000;
/** ms beyond its own time limit after which a running program counts as gone. */
const GRACE_MS = 5_000;

interface Ticket {
  /** Time of its last poll, while it waits. */
  seen: number;
  /** Time at which it times out, counting the time for its own program. */
  end: number;
}

export function withQueue(sandbox: Sandbox, deps: QueueDeps, limits: QueueLimits = DEFAULTS): Sandbox {
  const queue = new Queue(deps, limits);
  return {
    async run(job) {
      const now = deps.clock();
      const ticket = { seen: now, end: now + (job.limits?.wait_ms ?? DEFAULT_SANDBOX_LIMITS.wait_ms) };
      const admitted = await queue.admission(ticket, job.signal);
      if (admitted !== "go") return unstarted(admitted);
      try {
        return await sandbox.run(job);
      } finally {
        queue.leave(ticket);
      }
    },
  };
}

class Queue {
  private readonly deps: QueueDeps;
  private readonly limits: QueueLimits;
  private running: Ticket[] = [];
  private waiting: Ticket[] = [];

  constructor(deps: QueueDeps, limits: QueueLimits) {
    this.deps = deps;
    this.limits = limits;
  }

  /**
   * Resolves when the program may begin, or when waiting has become pointless. After "go" the caller must
   * release its place.
   */
  async admission(
    ticket: Ticket,
    signal: SandboxJob["signal"],
  ): Promise<"go" | "busy" | "aborted" | "timeout"> {
    this.dropGone();
    if (this.waiting.length >= this.limits.waiting) return "busy";
    return lookUntil(() => (this.begin(ticket) ? "go" : this.givenUp(ticket, signal)), this.deps.pause);
  }

  /** Undefined while it makes sense to wait. */
  private givenUp(ticket: Ticket, signal: SandboxJob["signal"]): "aborted" | "timeout" | undefined {
    const isOver = this.deps.clock() >= ticket.end;
    if (!signal.aborted && !isOver) return undefined;
    this.waiting = this.waiting.filter((each) => each !== ticket);
    return isOver ? "timeout" : "aborted";
  }

  leave(ticket: Ticket): void {
    this.running = this.running.filter((each) => each !== ticket);
  }

  /** Moves from the queue to a running place in one step, so that no other program takes it. */
  private begin(ticket: Ticket): boolean {
    ticket.seen = this.deps.clock();
    if (!this.waiting.includes(ticket)) this.waiting.push(ticket);
    this.dropGone();
    if (this.waiting[0] !== ticket || this.running.length >= this.limits.running) return false;
    this.waiting.shift();
    this.running.push(ticket);
    return true;
  }

  private dropGone(): void {
    const now = this.deps.clock();
    this.running = this.running.filter(({ end }) => end + GRACE_MS > now);
    this.waiting = this.waiting.filter(({ seen }) => seen > now - GONE_MS);
  }
}

const REASONS = {
  busy: "Too many programs are waiting. Try again later.",
  aborted: "It was stopped before it began.",
  timeout: "It waited too long for its turn.",
};

function unstarted(problem: keyof typeof REASONS): SandboxResult {
  return { ok: false, problem, reason: REASONS[problem], console: [], compute_ms: 0 };
}
