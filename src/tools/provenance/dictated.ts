/** Whether a text from outside dictates a call: all that it is given stands in one place there. */
import type { Sink } from "../../agent/ports/tool.ts";
import { isActSaid, isDestroyingVerb } from "../../domain/provenance/acts.ts";
import { normalText } from "../../domain/provenance/normal-form.ts";
import type { Evidence } from "./evidence.ts";
import { leavesOf } from "./values.ts";

const LEAST_LEAVES = 2;

/**
 * A call that says nothing but the person's own words is theirs, whoever else has written the same; unless it destroys
 * something, and the text wants just that.
 */
export function isDictated(input: unknown, evidence: Evidence, sinks: readonly Sink[] = []): boolean {
  const values = leavesOf(input).map(({ value }) => value);
  const verb = sinks.find(({ kind }) => kind === "act")?.value ?? "";
  const holdsAll = (passage: string) => values.every((value) => evidence.isIn(value, passage));
  if (isDestroyingVerb(verb) && values.length > 0)
    return evidence.passages.some((passage) => holdsAll(passage) && isActSaid(verb, normalText(passage)));
  if (values.length < LEAST_LEAVES || values.every((value) => evidence.isOwnWord(value))) return false;
  return evidence.passages.some(holdsAll);
}
