/** Sources that a turn has before it reads anything: attached files, quoted mails and recalled memories. Their texts are kept once they are cited. */
import type { MediaPart, Message, Part, RecalledSource, TextPart } from "../../domain/message.ts";
import type { NumberedSource } from "../../domain/sources/source.ts";
import { sourcesIn } from "./number.ts";

/** A source whose text nobody has kept yet: `file` is read again when it is cited, `text` is all of a memory or a quote. */
export interface GivenSource extends Pick<NumberedSource, "n" | "kind" | "url" | "title" | "trust"> {
  from: { file: MediaPart } | { text: string };
}

const MAIL = /^message\/rfc822\b|\.eml$/i;

/** A part of a message that answers cite: an attached file, or quoted words that are named as a source. */
type GivenPart = MediaPart | (TextPart & Required<Pick<TextPart, "cited_as">>);

export function isGiven(part: Part): part is GivenPart {
  return part.type === "file" || (part.type === "text" && part.cited_as !== undefined);
}

/** Id of a file, or address of what is quoted. */
export function addressOf(part: GivenPart): string {
  return part.type === "text" ? part.cited_as.url : part.file_id;
}

/**
 * Numbers of what is given with messages, by its addresses: the same in each turn that has the same messages before. What was
 * cited keeps the number of its citation. Pictures and recordings have none, since no passage of theirs can be shown.
 */
export function numbersOfGiven(messages: readonly Message[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  if (!messages.some((message) => givenIn(message).length > 0)) return numbers;
  const stored = messages.map(({ parts }) => sourcesIn(parts));
  const taken = new Set(stored.flat().map(({ n }) => n));
  const cited = new Map(stored.flat().map(({ url, n }) => [url, n]));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  for (const [at, message] of messages.entries()) {
    for (const address of givenIn(message).map(addressOf))
      if (!numbers.has(address)) numbers.set(address, citedOf(messages, cited, address) ?? next());
    last = Math.max(last, ...(stored[at] ?? []).map(({ n }) => n));
  }
  return numbers;
}

/** A number that only a citation of it gave; what `read` opened of a file has numbers of its own. */
function citedOf(
  messages: readonly Message[],
  cited: ReadonlyMap<string | null, number>,
  address: string,
): number | undefined {
  if (!cited.has(address)) return undefined;
  const parts = messages.flatMap((message) => message.parts);
  const own = parts.find((part) => part.type === "citation" && part.read && part.url === address);
  return own?.type === "citation" ? own.index : undefined;
}

/** Attached files and quoted mails as sources. */
export function sourcesGiven(messages: readonly Message[]): GivenSource[] {
  const numbers = numbersOfGiven(messages);
  if (numbers.size === 0) return [];
  const given = new Map<string, GivenSource>();
  for (const part of messages.flatMap(givenIn)) given.set(addressOf(part), sourceOf(part, numbers));
  return [...given.values()];
}

function givenIn({ role, parts }: Message): GivenPart[] {
  return role === "assistant" ? [] : parts.filter(isGiven);
}

function sourceOf(part: GivenPart, numbers: ReadonlyMap<string, number>): GivenSource {
  const n = numbers.get(addressOf(part)) ?? 0;
  if (part.type === "text") return { n, ...part.cited_as, trust: "untrusted", from: { text: part.text } };
  const { file_id: url, name: title = url, media_type } = part;
  const kind = MAIL.test(media_type) || MAIL.test(title) ? "mail" : "file";
  return { n, kind, url, title, trust: "untrusted", from: { file: part } };
}

/** Memories with the numbers that are free behind all that these messages have. */
export function withFreeNumbers<T extends object>(
  items: readonly T[],
  messages: readonly Message[],
): (T & { n: number })[] {
  const stored = messages.flatMap(({ parts }) => sourcesIn(parts)).map(({ n }) => n);
  const last = Math.max(0, ...stored, ...numbersOfGiven(messages).values());
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
