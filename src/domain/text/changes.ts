/** Differences between two sets of settings, one entry per setting. */

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

interface Settings {
  before: object;
  after: object;
  /** Names of groups whose settings are compared one by one. */
  groups: readonly string[];
  /** Names of texts that are compared line by line. */
  texts: readonly string[];
}

export function changesIn({ before, after, groups, texts }: Settings): FieldChange[] {
  const [old, young] = [flat(before, groups), flat(after, groups)];
  const names = [...new Set([...old.keys(), ...young.keys()])].sort();
  return names.flatMap((field): FieldChange[] => {
    const change = { field, before: old.get(field) ?? null, after: young.get(field) ?? null };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    if (!texts.includes(field)) return [change];
    return [{ ...change, lines: lineDiff(String(change.before), String(change.after)) }];
  });
}

function flat(fields: object, groups: readonly string[]): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    groups.includes(name)
      ? Object.entries(value as object).map(([key, inner]) => [`${name}.${key}`, inner] as const)
      : [[name, value] as const],
  );
  return new Map(entries);
}
