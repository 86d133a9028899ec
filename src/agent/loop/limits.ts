/** Stops a turn that makes no progress. */
import type { ToolCall } from "../turn.ts";

const MAX_REPEATS = 3;

/**
 * Counts equal calls. Two may be a retry; the third ends the turn. A `read` may be repeated after a change,
 * so a change resets the count of reads.
 */
export class RepeatedCalls {
  private readonly reads = new Map<string, number>();
  private readonly others = new Map<string, number>();

  /** True when this call is made for the third time. */
  isOneTooMany(call: ToolCall, isRead: boolean): boolean {
    const key = `${call.name} ${call.input.ok ? JSON.stringify(call.input.value) : call.input.text}`;
    const counts = isRead ? this.reads : this.others;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (!isRead && count === 1) this.reads.clear();
    return count >= MAX_REPEATS;
  }
}
