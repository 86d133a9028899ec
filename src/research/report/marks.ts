/** Marks of a report's citations, in its file and in a conversation. */
import { markersIn } from "../../agent/sources/markers.ts";
import type { CitationPart } from "../../domain/message.ts";
import type { SourceKind } from "../../domain/sources/source.ts";
import type { Note, ResearchSource } from "../evidence/ledger.ts";
import { oneLine } from "./one-line.ts";
import type { ReportWords } from "./words.ts";

interface Evidence {
  notes: readonly Note[];
  sources: readonly ResearchSource[];
}

export interface Marks {
  /** Marks of the notes' sources, each once. */
  of(noteIds: readonly string[]): string;
  /** A text of the report as it may stand beside marks. */
  shown(text: string): string;
  /** The list of cited sources; empty: others list them. */
  list(words: ReportWords): string;
}

/** Sources by the number of their first citation. */
class Numbers {
  readonly cited: ResearchSource[] = [];
  private readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    this.evidence = evidence;
  }

  /** The notes' sources, each with its first note among them. */
  numbered(noteIds: readonly string[]): { source: ResearchSource; note: Note; n: number }[] {
    const { notes, sources } = this.evidence;
    const found = new Map<ResearchSource, Note>();
    for (const id of noteIds) {
      const note = notes.find((one) => one.id === id);
      const source = sources.find((one) => one.id === note?.source_id);
      if (note && source && !found.has(source)) found.set(source, note);
    }
    return [...found].map(([source, note]) => ({ source, note, n: this.numberOf(source) }));
  }

  private numberOf(source: ResearchSource): number {
    if (!this.cited.includes(source)) this.cited.push(source);
    return this.cited.indexOf(source) + 1;
  }
}

/** `[[1]](address)`, and a list of the sources. */
export class LinkedMarks implements Marks {
  private readonly numbers: Numbers;

  constructor(evidence: Evidence) {
    this.numbers = new Numbers(evidence);
  }

  of(noteIds: readonly string[]): string {
    return this.numbers
      .numbered(noteIds)
      .map(({ source: { address }, n }) => (isWeb(address) ? `[[${n}]](${escaped(address)})` : `[${n}]`))
      .join("");
  }

  shown(text: string): string {
    return text;
  }

  list(words: ReportWords): string {
    const { cited } = this.numbers;
    if (cited.length === 0) return "";
    const lines = cited.map((source, at) => {
      const read = new Date(source.read_at).toISOString().slice(0, 10);
      return `${at + 1}. ${linked(plainTitle(source), source.address)} (${read})`;
    });
    return `## ${words.sources}\n\n${lines.join("\n")}`;
  }
}

const MOST_CITATIONS = 200;
const LONGEST_QUOTE = 600;

/** `[1]` with its citation: the quote of the note, at its place in the source's text. */
export class CitingMarks implements Marks {
  readonly citations: CitationPart[] = [];
  private readonly numbers: Numbers;

  constructor(evidence: Evidence) {
    this.numbers = new Numbers(evidence);
  }

  of(noteIds: readonly string[]): string {
    const found = this.numbers.numbered(noteIds);
    for (const one of found) if (this.citations.length < MOST_CITATIONS) this.citations.push(this.cite(one));
    return found.map(({ n }) => `[${n}]`).join("");
  }

  shown(text: string): string {
    const kept: string[] = [];
    let told = 0;
    for (const { start, end } of markersIn(text)) {
      kept.push(text.slice(told, start).trimEnd());
      told = end;
    }
    return kept.join("") + text.slice(told);
  }

  list(): string {
    return "";
  }

  private cite({ source, note, n }: ReturnType<Numbers["numbered"]>[number]): CitationPart {
    const { hash, address, trust, length } = source;
    const isFirst = !this.citations.some(({ index }) => index === n);
    const kind = kindOf(address);
    const read_at = new Date(source.read_at).toISOString();
    return {
      type: "citation",
      index: n,
      url: address,
      title: plainTitle(source),
      ...(kind !== "page" && { source_kind: kind }),
      source_id: hash,
      quote: note.quote.slice(0, LONGEST_QUOTE),
      start: note.start,
      end: Math.min(note.end, note.start + LONGEST_QUOTE),
      ...(isFirst && { read: { chars: length, read_at, trust } }),
    };
  }
}

function kindOf(address: string): SourceKind {
  if (isWeb(address)) return "page";
  return address.startsWith("memory:") ? "memory" : "file";
}

function linked(title: string, address: string): string {
  return isWeb(address) ? `[${title}](${escaped(address)})` : `${title} (${address})`;
}

function isWeb(address: string): boolean {
  return /^https?:\/\//.test(address);
}

function escaped(address: string): string {
  return address.replace(/[()\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function plainTitle({ title, address }: ResearchSource): string {
  return oneLine(title.replace(/[[\]]/g, "")) || address;
}
