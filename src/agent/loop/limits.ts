/** Stops a turn that makes no progress. */
import type { StepRecord, ToolCall } from "../turn.ts";

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
export function wasRefused(call: ToolCall, steps: readonly StepRecord[]): boolean {
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
