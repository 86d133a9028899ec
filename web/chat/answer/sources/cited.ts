/** Sources of an answer: which number leads to which text, and to which place in it. */
import type { CitationPart, NumberedSource } from "../../../../src/channels/web/wire.ts";
import { isMessageAddress } from "../../../../src/domain/sources/message-address.ts";
import { chatPath } from "../../../session/browser/routes.ts";
import type { Segment } from "../../../thread/thread.ts";

export type CitedSource = Omit<CitationPart, "type">;

/** The answer's citations, in the order of their markers. */
export function citationsIn(segments: readonly Segment[]): CitedSource[] {
  return segments.filter((segment) => segment.kind === "citation");
}

/** Texts that were read: markers lead to them until their citations are known. */
export function readIn(segments: readonly Segment[]): CitedSource[] {
  return segments
    .flatMap((segment): readonly NumberedSource[] =>
      segment.kind === "tool" ? (segment.result?.sources ?? []) : [],
    )
    .map(({ n, kind, url, title, hash }) => {
      return { index: n, url: url ?? "", title, source_kind: kind, source_id: hash };
    });
}

/** The cited sources, each once, by number. */
export function eachOnce(citations: readonly CitedSource[]): CitedSource[] {
  const found = new Map<string, CitedSource>();
  for (const cited of citations) {
    const key = cited.source_id ?? cited.url;
    if (!found.has(key)) found.set(key, cited);
  }
  return [...found.values()].sort((a, b) => a.index - b.index);
}

/** `nth`: the how manieth marker of that number it is, from 0. */
export function citedBy(number: number, nth: number, { citations, read }: Sourcing): CitedSource | undefined {
  const own = citations.filter(({ index }) => index === number);
  return own[nth] ?? own.at(-1) ?? read.find(({ index }) => index === number);
}

export interface Sourcing {
  citations: readonly CitedSource[];
  read: readonly CitedSource[];
}

/** Addresses that say nothing to people: of uploads and mails. */
const UNSAID = /^(?:fil_[0-9a-z]+|mid:.+)$/;

/** Site of a page, or the place of a file; empty: neither is known, or it is an upload or a message. */
export function placeOfSource(url: string): string {
  if (isMessageAddress(url) || UNSAID.test(url)) return "";
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url).host.replace(/^www\./, "") : url;
}

export interface Passage {
  hash: string;
  span: { start: number; end: number } | null;
}

/** Undefined: no text of it is stored. */
export function readerPath(conversation: string, { source_id, start, end }: CitedSource): string | undefined {
  if (source_id === undefined) return undefined;
  const at = start === undefined || end === undefined ? "" : `&at=${start}-${end}`;
  return `${chatPath(conversation)}#source=${source_id}${at}`;
}

/** The part after the `#` of the address of a passage. */
export function passageOf(hash: string): Passage | null {
  const [, source, start, end] = /^#source=([0-9a-f]{64})(?:&at=(\d{1,9})-(\d{1,9}))?$/.exec(hash) ?? [];
  if (source === undefined) return null;
  const span = { start: Number(start), end: Number(end) };
  return { hash: source, span: span.start < span.end ? span : null };
}
