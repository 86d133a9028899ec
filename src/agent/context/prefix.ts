/**
 * Keeps the semi-stable part of the prompt unchanged while a provider has it cached: changes since are told
 * in the dynamic block instead, so that a remembered fact does not cost the whole history's cache.
 */

export interface Prefix {
  /** Changes with the agent and with the compacted part: a new stamp means a new prefix. */
  stamp: string;
  sections: string[];
}

export interface KeptPrefix {
  prefix: Prefix;
  /** Lines for the dynamic block; empty when the prefix is up to date. */
  changes: string[];
}

/** Past this many characters, telling the changes costs more than a new prefix. */
const MAX_CHANGES = 4_000;

/** `isCold`: no cache can have the prefix any more, so a new one costs nothing. */
export function keptPrefix(kept: Prefix | undefined, current: Prefix, isCold: boolean): KeptPrefix {
  if (!kept || isCold || kept.stamp !== current.stamp) return { prefix: current, changes: [] };
  if (isSame(kept.sections, current.sections)) return { prefix: kept, changes: [] };
  const changes = changesBetween(linesOf(kept), linesOf(current));
  const length = changes.reduce((sum, line) => sum + line.length, 0);
  return length > MAX_CHANGES ? { prefix: current, changes: [] } : { prefix: kept, changes };
}

/** Fast path: mostly nothing has changed, and no line is compared. */
function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((section, at) => section === after[at]);
}

function changesBetween(before: Set<string>, after: Set<string>): string[] {
  const gone = [...before].filter((line) => !after.has(line)).map((line) => `- no longer so: ${line}`);
  const added = [...after].filter((line) => !before.has(line)).map((line) => `- new: ${line}`);
  return [...gone, ...added];
}

function linesOf({ sections }: Prefix): Set<string> {
  const lines = sections.flatMap((section) => section.split("\n"));
  return new Set(lines.map((line) => line.replace(/^\s*[-*]\s+/, "").trim()).filter((line) => line !== ""));
}
