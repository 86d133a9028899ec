/** Differences between two sets of settings, one entry per setting. */

import type { Field, FieldTable } from "../fields/field.ts";
import { type DiffLine, lineDiff } from "./line-diff.ts";

export interface FieldChange {
  /** Field name as in a request body; a group's settings separately: `limits.max_steps`. */
  field: string;
  /** Null: it was not set. */
  before: unknown;
  after: unknown;
  /** Line diff, for a multi-line text. */
  lines?: DiffLine[];
}

/** Texts of several lines are compared line by line, and settings of a group one by one. */
export function changesIn(table: FieldTable, before: object, after: object): FieldChange[] {
  const [old, young] = [flat(before, table), flat(after, table)];
  const names = [...new Set([...old.keys(), ...young.keys()])].sort();
  return names.flatMap((field): FieldChange[] => {
    const change = { field, before: old.get(field) ?? null, after: young.get(field) ?? null };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    if (!isLong(table[field])) return [change];
    return [{ ...change, lines: lineDiff(String(change.before), String(change.after)) }];
  });
}

function flat(fields: object, table: FieldTable): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    isCompound(table[name])
      ? Object.entries(value as object).map(([key, inner]) => [`${name}.${key}`, inner] as const)
      : [[name, value] as const],
  );
  return new Map(entries);
}

function isCompound(field: Field | undefined): boolean {
  return field?.kind === "group" || (field?.kind === "own" && field.isRecord === true);
}

function isLong(field: Field | undefined): boolean {
  return field?.kind === "text" && field.lines !== undefined;
}
