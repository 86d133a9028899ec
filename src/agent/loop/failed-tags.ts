/**
 * Tags whose calls failed. A reply with tags is complete by itself, but not when one of them did nothing: its model
 * makes one more step, and the person is told.
 */
import { harmlessLine } from "../../domain/text/foreign-text.ts";
import type { StepRecord } from "../turn.ts";
import { settledOf } from "./assemble.ts";

/** Limit of one result, in characters. */
const LONGEST_WHY = 300;

/** Words for the person; undefined when no tag of the step failed. A call that a person denied is known to them. */
export function failedTags(step: StepRecord | undefined): string | undefined {
  if (!step?.reply.calls.every((call) => call.by_tag)) return undefined;
  const failed = settledOf(step).filter(({ is_error, denied }) => is_error && !denied);
  if (failed.length === 0) return undefined;
  const lines = failed.map(({ name, content }) => {
    const why = harmlessLine(content).trim().slice(0, LONGEST_WHY);
    return `${name} did not work: ${why}`;
  });
  return lines.join("\n");
}
