/** Sources that a turn has before it reads anything: attached files and recalled memories. Their texts are kept once they are cited. */
import type { MediaPart, Message, RecalledSource } from "../../domain/message.ts";
import type { NumberedSource } from "../../domain/sources/source.ts";
import { sourcesIn } from "./number.ts";

/** A source whose text nobody has kept yet: `file` is read again when it is cited, `text` is all of a memory. */
export interface GivenSource extends Pick<NumberedSource, "n" | "kind" | "url" | "title" | "trust"> {
  from: { file: MediaPart } | { text: string };
}

const MAIL = /^message\/rfc822\b|\.eml$/i;

/**
 * Numbers of attached files, by their ids: the same in each turn that has the same messages before. A file that was cited keeps
 * the number of its citation. Pictures and recordings have none, since no passage of theirs can be shown.
 */
export function numbersOfFiles(messages: readonly Message[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  if (!messages.some(({ role, parts }) => role !== "assistant" && parts.some(isFile))) return numbers;
  const stored = messages.map(({ parts }) => sourcesIn(parts));
  const taken = new Set(stored.flat().map(({ n }) => n));
  const cited = new Map(stored.flat().map(({ url, n }) => [url, n]));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  for (const [at, { role, parts }] of messages.entries()) {
    for (const { file_id } of role === "assistant" ? [] : parts.filter(isFile))
      if (!numbers.has(file_id)) numbers.set(file_id, citedOf(messages, cited, file_id) ?? next());
    last = Math.max(last, ...(stored[at] ?? []).map(({ n }) => n));
  }
  return numbers;
}

/** A number that only a citation of the file gave; what `read` opened of it has numbers of its own. */
function citedOf(
  messages: readonly Message[],
  cited: ReadonlyMap<string | null, number>,
  file_id: string,
): number | undefined {
  if (!cited.has(file_id)) return undefined;
  const parts = messages.flatMap((message) => message.parts);
  const own = parts.find((part) => part.type === "citation" && part.read && part.url === file_id);
  return own?.type === "citation" ? own.index : undefined;
}

/** Attached files as sources. */
export function filesGiven(messages: readonly Message[]): GivenSource[] {
  const numbers = numbersOfFiles(messages);
  if (numbers.size === 0) return [];
  const given = new Map<string, GivenSource>();
  for (const { role, parts } of messages) {
    if (role === "assistant") continue;
    for (const file of parts.filter(isFile)) given.set(file.file_id, fileGiven(file, numbers));
  }
  return [...given.values()];
}

function fileGiven(file: MediaPart, numbers: ReadonlyMap<string, number>): GivenSource {
  const { file_id: url, name: title = url, media_type } = file;
  const kind = MAIL.test(media_type) || MAIL.test(title) ? "mail" : "file";
  return { n: numbers.get(url) ?? 0, kind, url, title, trust: "untrusted", from: { file } };
}

/** Memories with the numbers that are free behind all that these messages have. */
export function withFreeNumbers<T extends object>(
  items: readonly T[],
  messages: readonly Message[],
): (T & { n: number })[] {
  const stored = messages.flatMap(({ parts }) => sourcesIn(parts)).map(({ n }) => n);
  const last = Math.max(0, ...stored, ...numbersOfFiles(messages).values());
  return items.map((item, at) => ({ ...item, n: last + at + 1 }));
}

/** Recalled memories as sources; those that stood in an account have no number. */
export function memoriesGiven(recalled: readonly RecalledSource[]): GivenSource[] {
  return recalled.flatMap(({ n, text, source: title, url = null, untrusted }) => {
    if (n === undefined) return [];
    const trust = untrusted ? "untrusted" : "trusted";
    return [{ n, kind: "memory", url, title, trust, from: { text } }];
  });
}

function isFile(part: Message["parts"][number]): part is MediaPart {
  return part.type === "file";
}
