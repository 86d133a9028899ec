/** Citations: each marker of an answer is bound to a source that was read, or taken out. */
import type { CitationPart, Part, TextPart } from "../../domain/message.ts";
import { bestPassage } from "../../domain/sources/passage.ts";
import type { NumberedSource } from "../../domain/sources/source.ts";
import { type Marker, markersIn, sentenceBefore } from "./markers.ts";

export interface BindRequest {
  /** Parts of an answer. */
  parts: readonly Part[];
  /** Sources that the conversation has read, or that the turn was given. */
  sources: readonly BindableSource[];
  /** Text of a source by its hash; undefined where it is not at hand. Never rejects. */
  textOf(hash: string): Promise<string | undefined>;
}

export interface BindableSource extends NumberedSource {
  /** No result names it: its first citation says what was read. */
  is_given?: true;
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
 * brings citations of its provider is left alone. Without a source in the conversation nothing is bound. A memory that came by itself
 * is bound only where its words are found, and alone takes no marker out: the number may be one of the answer's own list.
 */
export async function bindCitations({ parts, sources, textOf }: BindRequest): Promise<BoundAnswer> {
  const bound: BoundAnswer = { parts: [...parts], citations: [], dropped: 0 };
  if (sources.length === 0) return bound;
  const last = parts.findLastIndex(({ type }) => type === "text");
  const known = new Map(sources.map((source) => [source.n, source]));
  const isStrict = sources.some((source) => !isByItself(source));
  bound.parts = [];
  for (const [index, part] of parts.entries()) {
    if (part.type !== "text" || citesItself(parts, index)) {
      bound.parts.push(part);
      continue;
    }
    const isLast = index === last && !parts.slice(index).some(({ type }) => type === "tool_call");
    await bindText(bound, part, { known, textOf, isLast, isStrict });
  }
  return bound;
}

function isByItself({ is_given, kind }: BindableSource): boolean {
  return is_given === true && kind === "memory";
}

function citesItself(parts: readonly Part[], index: number): boolean {
  const next = parts
    .slice(index + 1)
    .find(({ type }) => !["image", "audio", "file", "reasoning"].includes(type));
  return next?.type === "citation";
}

interface Binding extends Pick<BindRequest, "textOf"> {
  known: ReadonlyMap<number, BindableSource>;
  isLast: boolean;
  /** Markers of no source are taken out. */
  isStrict: boolean;
}

async function bindText(bound: BoundAnswer, part: TextPart, { isLast, ...binding }: Binding): Promise<void> {
  const markers = markersIn(part.text).filter((marker) => isMarker(marker, binding.known));
  const pieces: string[] = [];
  const cited: CitationPart[] = [];
  let told = 0;
  for (const marker of markers) {
    const found = await citationsOf(marker.numbers, sentenceBefore(part.text, marker.start), binding);
    if (found.length === 0 && !binding.isStrict) continue;
    bound.dropped += marker.numbers.length - found.length;
    const before = part.text.slice(told, marker.start);
    pieces.push(found.length > 0 ? before : before.trimEnd(), ...found.map(({ index }) => `[${index}]`));
    told = marker.end;
    cited.push(...found);
  }
  pieces.push(part.text.slice(told));
  const kept = cited.slice(0, MOST_CITATIONS - bound.citations.length).map(onceRead(bound.citations));
  bound.citations.push(...kept);
  bound.parts.push(isLast && markers.length > 0 ? { ...part, text: pieces.join("") } : part, ...kept);
}

/** A number of no source at a word is an index; of a list, with others that are, it is taken out. */
function isMarker({ numbers, is_glued }: Marker, known: ReadonlyMap<number, NumberedSource>): boolean {
  return !is_glued || numbers.some((n) => known.has(n));
}

async function citationsOf(
  numbers: readonly number[],
  sentence: string,
  { known, textOf }: Pick<Binding, "known" | "textOf">,
): Promise<CitationPart[]> {
  const found: CitationPart[] = [];
  for (const source of numbers.flatMap((n) => known.get(n) ?? [])) {
    const cited = await citationOf(source, sentence, textOf);
    if (cited.quote !== undefined || !isByItself(source)) found.push(cited);
  }
  return found;
}

/** Leaves what was read of a source at its first citation alone. */
function onceRead(before: readonly CitationPart[]): (part: CitationPart) => CitationPart {
  const told = new Set(before.flatMap(({ read, source_id }) => (read ? [source_id] : [])));
  return ({ read, ...part }) => {
    if (!read || told.has(part.source_id)) return part;
    told.add(part.source_id);
    return { ...part, read };
  };
}

async function citationOf(
  { n, hash, kind, url, title, is_given, chars, read_at, trust }: BindableSource,
  sentence: string,
  textOf: BindRequest["textOf"],
): Promise<CitationPart> {
  const about = { index: n, url: url ?? "", title, ...(kind !== "page" && { source_kind: kind }) };
  const read = is_given && { read: { chars, read_at, trust } };
  const cited: CitationPart = { type: "citation", ...about, source_id: hash, ...read };
  const text = await textOf(hash);
  const passage = text === undefined ? undefined : bestPassage(text, sentence);
  if (text === undefined || !passage || passage.score < LEAST_SHARE) return cited;
  const { start } = passage;
  const end = Math.min(passage.end, start + LONGEST_QUOTE);
  return { ...cited, quote: text.slice(start, end), start, end };
}
