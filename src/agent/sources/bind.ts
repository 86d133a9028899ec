/** Citations: each marker of an answer is bound to a source that was read, or taken out. */
import type { CitationPart, Part, TextPart } from "../../domain/message.ts";
import { bestPassage } from "../../domain/sources/passage.ts";
import type { NumberedSource } from "../../domain/sources/source.ts";
import { type Marker, markersIn, sentenceBefore } from "./markers.ts";

export interface BindRequest {
  /** Parts of an answer. */
  parts: readonly Part[];
  /** Sources that the conversation has read. */
  sources: readonly NumberedSource[];
  /** Text of a source by its hash; undefined where it is not at hand. Never rejects. */
  textOf(hash: string): Promise<string | undefined>;
}

export interface BoundAnswer {
  parts: Part[];
  citations: CitationPart[];
  /** Markers that named nothing that was read, and were taken out. */
  dropped: number;
}

/** Share of a sentence's weight below which no passage is called its own. */
const LEAST_SHARE = 0.3;
const LONGEST_QUOTE = 600;
const MOST_CITATIONS = 200;

/**
 * Behind each text stand its citations, one for each marker, in the order of the markers. The last text is written anew: its markers
 * have one form, and those of no source are gone. Texts before calls of tools stay as the model has them. A text that
 * brings citations of its provider is left alone. Without a source in the conversation nothing is bound.
 */
export async function bindCitations({ parts, sources, textOf }: BindRequest): Promise<BoundAnswer> {
  const bound: BoundAnswer = { parts: [...parts], citations: [], dropped: 0 };
  if (sources.length === 0) return bound;
  const last = parts.findLastIndex(({ type }) => type === "text");
  const known = new Map(sources.map((source) => [source.n, source]));
  bound.parts = [];
  for (const [index, part] of parts.entries()) {
    if (part.type !== "text" || citesItself(parts, index)) {
      bound.parts.push(part);
      continue;
    }
    const isLast = index === last && !parts.slice(index).some(({ type }) => type === "tool_call");
    await bindText(bound, part, { known, textOf, isLast });
  }
  return bound;
}

function citesItself(parts: readonly Part[], index: number): boolean {
  const next = parts
    .slice(index + 1)
    .find(({ type }) => !["image", "audio", "file", "reasoning"].includes(type));
  return next?.type === "citation";
}

interface Binding extends Pick<BindRequest, "textOf"> {
  known: ReadonlyMap<number, NumberedSource>;
  isLast: boolean;
}

async function bindText(
  bound: BoundAnswer,
  part: TextPart,
  { known, textOf, isLast }: Binding,
): Promise<void> {
  const markers = markersIn(part.text).filter((marker) => isMarker(marker, known));
  const pieces: string[] = [];
  const cited: CitationPart[] = [];
  let told = 0;
  for (const marker of markers) {
    const found = marker.numbers.flatMap((n) => known.get(n) ?? []);
    bound.dropped += marker.numbers.length - found.length;
    const before = part.text.slice(told, marker.start);
    pieces.push(found.length > 0 ? before : before.trimEnd(), ...found.map(({ n }) => `[${n}]`));
    told = marker.end;
    const sentence = sentenceBefore(part.text, marker.start);
    for (const source of found) cited.push(await citationOf(source, sentence, textOf));
  }
  pieces.push(part.text.slice(told));
  const kept = cited.slice(0, MOST_CITATIONS - bound.citations.length);
  bound.citations.push(...kept);
  bound.parts.push(isLast && markers.length > 0 ? { ...part, text: pieces.join("") } : part, ...kept);
}

/** A number of no source at a word is an index; of a list, with others that are, it is taken out. */
function isMarker({ numbers, is_glued }: Marker, known: ReadonlyMap<number, NumberedSource>): boolean {
  return !is_glued || numbers.some((n) => known.has(n));
}

async function citationOf(
  { n, hash, kind, url, title }: NumberedSource,
  sentence: string,
  textOf: BindRequest["textOf"],
): Promise<CitationPart> {
  const about = { index: n, url: url ?? "", title, ...(kind !== "page" && { source_kind: kind }) };
  const cited: CitationPart = { type: "citation", ...about, source_id: hash };
  const text = await textOf(hash);
  const passage = text === undefined ? undefined : bestPassage(text, sentence);
  if (text === undefined || !passage || passage.score < LEAST_SHARE) return cited;
  const { start } = passage;
  const end = Math.min(passage.end, start + LONGEST_QUOTE);
  return { ...cited, quote: text.slice(start, end), start, end };
}
