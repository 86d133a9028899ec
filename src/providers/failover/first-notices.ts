/** Notices that precede an answer: who answers instead, and the files that the model could not be given as they are. */
import type { ModelEvent } from "../../agent/ports/model.ts";
import type { Read } from "../prompt/documents.ts";
import { answersInstead, type FailoverCause, keysRefused } from "./notices.ts";
import type { FailoverRun } from "./run.ts";
import type { Target } from "./targets.ts";

/** Sent only once the model answers: a fallback that fails too is no news. */
export function noticesBefore(
  run: FailoverRun,
  target: Target,
  { left_out, as_text, unread }: Pick<Read, "as_text" | "unread"> & { left_out: readonly string[] },
): ModelEvent[] {
  const notices: ModelEvent[] = [];
  const passed = passedIn(run);
  notices.push(...keysRefused(passed, target));
  if (target.model.id !== run.requested.id) notices.push(answersInstead(passed, target));
  if (left_out.length > 0) {
    const text = `${target.model.label} can't read ${left_out.join(" and ")}, so they were left out.`;
    notices.push({ type: "notice", level: "warning", text });
  }
  for (const text of unread) notices.push({ type: "notice", level: "warning", text });
  if (as_text.length > 0) {
    const text = `${target.model.label} got the text of ${as_text.join(", ")}.`;
    notices.push({ type: "notice", level: "info", text });
  }
  return notices;
}

function passedIn({ deps, failures, requested, targets }: FailoverRun): FailoverCause {
  const { states } = deps.accounts.snapshot();
  const own = targets.filter(({ model }) => model.id === requested.id);
  const accounts = own.map(({ account }) => ({ account, state: states.get(account.id) }));
  return { failures: failures, requested, accounts };
}
