/** The evidence of a run: sources that were read, and notes whose quotes stand in them. */
import { locateQuote } from "../../domain/sources/quote.ts";
import type { Span } from "../../domain/sources/source.ts";
import type { Trust } from "../../domain/trust.ts";
import type { ReadPage, SourceTexts } from "../ports.ts";

export interface ResearchSource {
  /** `s` and its number, in the order of reading. */
  id: string;
  hash: string;
  address: string;
  title: string;
  trust: Trust;
  /** ms since the epoch. */
  read_at: number;
  length: number;
}

export interface Note extends Span {
  id: string;
  step_id: string;
  source_id: string;
  claim: string;
  /** Words of the source. */
  quote: string;
}

export type NoteResult = { ok: true; note: Note } | { ok: false; reason: string };

/** Characters before and after a quote that belong to its passage. */
const AROUND = 160;

export class Ledger {
  readonly sources: ResearchSource[] = [];
  readonly notes: Note[] = [];
  private readonly texts: SourceTexts;
  private readonly known = new Map<string, string>();

  private newest = 0;

  constructor(texts: SourceTexts) {
    this.texts = texts;
  }

  /** A page that was read before, or is the same text, is the same source. */
  async addSource(page: ReadPage, read_at: number): Promise<ResearchSource> {
    const hash = await this.texts.keep(page.text);
    this.known.set(hash, page.text);
    const there = this.sources.find((source) => source.hash === hash);
    const { address, title, trust, text } = page;
    const id = `s${this.sources.length + 1}`;
    return there ?? this.enter({ id, hash, address, title, trust, length: text.length, read_at });
  }

  /** Enters a source as it is: it was read in an earlier life of the run. */
  enter(source: ResearchSource): ResearchSource {
    if (!this.source(source.id)) this.sources.push(source);
    return source;
  }

  /** Enters a note as it is. */
  enterNote(note: Note): void {
    this.newest = Math.max(this.newest, numberOf(note.id));
    if (!this.note(note.id)) this.notes.push(note);
  }

  /** Ids up to this note's are taken. */
  knows({ id }: Note): void {
    this.newest = Math.max(this.newest, numberOf(id));
  }

  source(id: string): ResearchSource | undefined {
    return this.sources.find((source) => source.id === id);
  }

  note(id: string): Note | undefined {
    return this.notes.find((note) => note.id === id);
  }

  async textOf({ hash }: ResearchSource): Promise<string> {
    const text = this.known.get(hash) ?? (await this.texts.text(hash)) ?? "";
    this.known.set(hash, text);
    return text;
  }

  /** Refused when the quote does not stand in the source. Enters nothing. */
  async noteOf(wish: {
    step_id: string;
    claim: string;
    quote: string;
    source_id: string;
  }): Promise<NoteResult> {
    const source = this.source(wish.source_id);
    if (!source) return { ok: false, reason: `There is no source ${wish.source_id}. Read it first.` };
    const text = await this.textOf(source);
    const span = locateQuote(text, wish.quote);
    if (!span)
      return {
        ok: false,
        reason: `These words do not stand in ${source.id}. Quote it word for word; "…" joins parts.`,
      };
    this.newest += 1;
    const note = { ...wish, ...span, id: `n${this.newest}`, quote: text.slice(span.start, span.end) };
    return { ok: true, note };
  }

  /** The quote with the sentence around it. */
  async passageOf(note: Note): Promise<string> {
    const source = this.source(note.source_id);
    const text = source ? await this.textOf(source) : "";
    return widened(text, note);
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** The span up to the ends of its sentences, at most some characters on either side. */
function widened(text: string, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const from = Math.max(before.lastIndexOf(". "), before.lastIndexOf("\n"), before.lastIndexOf("! "));
  const to = /[.!?](?:\s|$)|\n/.exec(after);
  const isEnded = /[.!?]\s*$/.test(text.slice(start, end));
  return `${from < 0 ? before : before.slice(from + 1)}${text.slice(start, end)}${isEnded ? "" : after.slice(0, to ? to.index + 1 : AROUND)}`.trim();
}
