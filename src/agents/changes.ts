/** What differs between two versions of an agent, a setting at a time. */

import { type DiffLine, lineDiff } from "../domain/text/line-diff.ts";
import type { AgentFields } from "./fields.ts";

export interface FieldChange {
  /** As it is written in a body; of limits and context files each by itself: `limits.max_steps`. */
  field: string;
  /** Null: it was not set. */
  before: unknown;
  after: unknown;
  /** Of a text with lines. */
  lines?: DiffLine[];
}

const NESTED: readonly string[] = [
  "limits",
  "context",
  "models_by_source",
  "tools",
] satisfies (keyof AgentFields)[];

export function changesBetween(before: AgentFields, after: AgentFields): FieldChange[] {
  const [old, young] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...young.keys()])].sort();
  return names.flatMap((field) => changeOf(field, old.get(field) ?? null, young.get(field) ?? null));
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (field !== "instructions") return [{ field, before, after }];
  return [{ field, before, after, lines: lineDiff(String(before), String(after)) }];
}

function flat(fields: AgentFields): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    NESTED.includes(name)
      ? Object.entries(value as object).map(([key, inner]) => [`${name}.${key}`, inner] as const)
      : [[name, value] as const],
  );
  return new Map(entries);
}
