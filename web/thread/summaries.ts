/** Summaries, which a model reads instead of the older part of a branch. */
import type { NightjarEvent } from "../../src/channels/web/wire.ts";
import type { Summary } from "../../src/contract/conversations.ts";
import type { Entry, Thread } from "./thread.ts";

/** The summary that replaces the older part of this branch, as far as the branch is loaded. */
export function standingOn(thread: Thread, branch: readonly Entry[]): Summary | null {
  const ids = new Set<string>(branch.map((entry) => entry.message.id));
  return thread.summaries.find((summary) => ids.has(summary.upto)) ?? null;
}

/** Whether there may be one to undo: it may reach to a message that is not loaded yet. */
export function mayStand(thread: Thread, branch: readonly Entry[]): boolean {
  if (standingOn(thread, branch)) return true;
  return thread.older !== null && thread.summaries.some((summary) => !thread.entries.has(summary.upto));
}

export function withSummary(thread: Thread, event: Extract<NightjarEvent, { type: "compaction" }>): Thread {
  const { upto, messages, tokens_before, tokens_after, summary } = event;
  const others = withoutSummary(thread, upto).summaries;
  return { ...thread, summaries: [{ upto, messages, tokens_before, tokens_after, summary }, ...others] };
}

export function withoutSummary(thread: Thread, upto: string): Thread {
  return { ...thread, summaries: thread.summaries.filter((summary) => summary.upto !== upto) };
}
