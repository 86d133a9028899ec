/** Preview of an import: counts what a source holds while it is read. */

import { type Finding, type ImportItem, isLeft, nameOf } from "../item.ts";
import type { ImportedConversation } from "../said.ts";
import { type ImportRecord, leaveOut, perKind, type SourceContents, shortName } from "./record.ts";

const MOST_NAMES = 8;
const MOST_FOLDERS = 100;

export function emptySource(name: string): SourceContents {
  return {
    name: shortName(name),
    format: "",
    counts: perKind(() => 0),
    messages: 0,
    branched: 0,
    pictures: 0,
    from: null,
    until: null,
    folders: [],
    names: perKind(() => []),
  };
}

export function count(record: ImportRecord, source: SourceContents, finding: Finding): void {
  if (isLeft(finding)) {
    leaveOut(record, finding);
    return;
  }
  source.format ||= finding.format;
  source.counts[finding.kind]++;
  addName(source, finding);
  if (finding.kind === "conversation") countMessages(source, finding.value);
}

function addName(source: SourceContents, item: ImportItem): void {
  const names = source.names[item.kind];
  if (names.length < MOST_NAMES) names.push(shortName(nameOf(item)));
}

function countMessages(source: SourceContents, { said, head, folder }: ImportedConversation): void {
  source.messages += said.length;
  source.branched += said.length - branchLength(said, head);
  for (const { at, pictures } of said) {
    source.pictures += pictures?.length ?? 0;
    if (at === undefined) continue;
    if (source.from === null || at < source.from) source.from = at;
    if (source.until === null || at > source.until) source.until = at;
  }
  if (folder !== undefined && !source.folders.includes(folder) && source.folders.length < MOST_FOLDERS)
    source.folders.push(folder);
}

function branchLength(said: ImportedConversation["said"], head: number): number {
  let length = 0;
  for (let at: number | null | undefined = head; at != null && said[at]; at = said[at]?.parent) length++;
  return length;
}
