/** Limits of a turn: on the length of its message, its steps, and calls that it repeats without progress. */
import type { Tool } from "../ports/tool.ts";
import type { StepRecord, ToolCall, Turn } from "../turn.ts";

const MAX_REPEATS = 3;
/** Repeats of refused calls, which cost a step each and ask nobody. */
const MAX_REFUSED = 8;

/**
 * Counts equal calls. Two may be a retry; the third ends the turn. A `read` may be repeated after a change,
 * so a change resets the count of reads.
 */
export class RepeatedCalls {
  private readonly reads = new Map<string, number>();
  private readonly others = new Map<string, number>();
  private refused = 0;

  /** True when this call is made for the third time. */
  isOneTooMany(call: ToolCall, isRead: boolean): boolean {
    const key = keyOf(call);
    const counts = isRead ? this.reads : this.others;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (!isRead && count === 1) this.reads.clear();
    return count >= MAX_REPEATS;
  }

  /** True when the agent has repeated refused calls too often. They do not count as made. */
  isRefusedTooOften(): boolean {
    this.refused += 1;
    return this.refused > MAX_REFUSED;
  }
}

/** Equal for equal calls. */
function keyOf({ name, input }: ToolCall): string {
  return `${name} ${input.ok ? JSON.stringify(input.value) : input.text}`;
}

/** Whether an equal call of these steps was refused by a person. */
function wasRefused(call: ToolCall, steps: readonly StepRecord[]): boolean {
  const key = keyOf(call);
  return steps.some((step) => refusedIn(step).some((refused) => keyOf(refused) === key));
}

/** Calls of the step that a person refused, or did not allow in time. */
export function refusedIn({ reply, calls }: StepRecord): ToolCall[] {
  const ids = calls.flatMap((record) =>
    record.state === "settled" && record.result.denied ? record.call_id : [],
  );
  return reply.calls.filter(({ call_id }) => ids.includes(call_id));
}

/** Tools and steps of a turn. */
interface StepsSoFar {
  readonly tools: readonly Tool[];
  readonly steps: readonly StepRecord[];
}

/** Restores the count of earlier calls when a turn is resumed. */
export function repeatedBefore(run: StepsSoFar): RepeatedCalls {
  const repeated = new RepeatedCalls();
  for (const step of run.steps.slice(0, -1)) repetition(run, step, repeated);
  return repeated;
}

/** Counts the calls of a step. Returns the reason to stop the turn once one of them was made too often. */
export function repetition(run: StepsSoFar, step: StepRecord, repeated: RepeatedCalls): string | undefined {
  const before = run.steps.slice(0, run.steps.indexOf(step));
  for (const call of step.reply.calls) {
    if (wasRefused(call, before)) {
      if (!repeated.isRefusedTooOften()) continue;
      return `The agent made a refused call to ${call.name} again and again, so the turn was stopped.`;
    }
    const tool = run.tools.find(({ name }) => name === call.name);
    // The program that runs it has limits of its own.
    if (tool?.is_clients) continue;
    const isRead = tool?.effect === "read";
    if (repeated.isOneTooMany(call, isRead)) {
      return `The agent made the same call to ${call.name} three times, so the turn was stopped.`;
    }
  }
  return undefined;
}

/** Steps that called the program's tools alone are the program's to count. */
export function stepsOfItsOwn({ steps, tools }: StepsSoFar): number {
  const brought = new Set(tools.filter(({ is_clients }) => is_clients).map(({ name }) => name));
  const isClients = ({ reply: { calls } }: StepRecord) =>
    calls.length > 0 && calls.every(({ name }) => brought.has(name));
  return brought.size === 0 ? steps.length : steps.filter((step) => !isClients(step)).length;
}

/** The system's own messages have no length limit. */
export function messageTooLong({ agent, limits, user_text, source }: Turn): string | undefined {
  const most = limits.max_input_chars;
  if (most === undefined || source.channel === "system" || user_text.length <= most) return undefined;
  return `${agent.name} takes messages of at most ${most} characters, and this one has ${user_text.length}. Send a shorter one.`;
}
