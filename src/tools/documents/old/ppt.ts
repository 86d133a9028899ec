/** Converts slides from before 2007 (.ppt) to Markdown: the texts of each slide, its notes and its boxes. */
import type { CompoundFile } from "../cfb.ts";
import { Writer } from "../writer.ts";

const [DOCUMENT, SLIDE_LIST, SLIDE_PLACE] = [0x03e8, 0x0ff0, 0x03f3];
const [NOTES, NOTES_HEAD, PLACES] = [0x03f0, 0x03f1, 0x1772];
const [WIDE_TEXT, NARROW_TEXT] = [0x0fa0, 0x0fa8];
/** Instance of the list of slides; the others list masters and notes. */
const OF_SLIDES = 0;
const ENCRYPTED = 0xf3d1c4df;
const MOST_RECORDS = 500_000;
const MOST_DEPTH = 40;
const MOST_SLIDES = 2_000;

interface Slide {
  id: number;
  /** Number of its record in the table of places. */
  place: number;
  /** Texts that the list of slides holds for its placeholders. */
  outline: string[];
}

interface PptRecord {
  type: number;
  instance: number;
  isParent: boolean;
  from: number;
  to: number;
}

/** Throws an Error with the reason when it cannot be read. */
export function readPpt(file: CompoundFile): string {
  const stream = file.stream("PowerPoint Document");
  if (!stream) throw new Error("It is damaged.");
  const user = file.stream("Current User");
  if (user && user.length >= 16 && viewOf(user).getUint32(12, true) === ENCRYPTED)
    throw new Error("It is password-protected. Save it without a password.");
  const reader = new SlideRecords(stream);
  reader.read();
  return reader.text();
}

class SlideRecords {
  private readonly stream: Uint8Array;
  private readonly view: DataView;
  private readonly slides: Slide[] = [];
  /** Offsets of records by number. */
  private readonly places = new Map<number, number>();
  /** Texts of notes by the slide's id. */
  private readonly notes = new Map<number, string[]>();
  private records = 0;

  constructor(stream: Uint8Array) {
    this.stream = stream;
    this.view = viewOf(stream);
  }

  /** Reads the records in order: a saving adds to the file, so later ones replace earlier ones. */
  read(): void {
    for (const record of this.children(0, this.stream.length)) {
      if (record.type === PLACES) this.placesIn(record);
      if (record.type === DOCUMENT) this.list(record);
      if (record.type === NOTES) this.notesIn(record);
    }
  }

  /** Records in a part of the stream. Each has a head of 8 bytes. */
  private *children(start: number, end: number): Generator<PptRecord, void> {
    for (let at = start; at + 8 <= end && this.records < MOST_RECORDS; ) {
      this.records += 1;
      const head = this.view.getUint16(at, true);
      const to = Math.min(end, at + 8 + this.view.getUint32(at + 4, true));
      yield {
        type: this.view.getUint16(at + 2, true),
        instance: head >> 4,
        isParent: (head & 15) === 15,
        from: at + 8,
        to,
      };
      at = to;
    }
  }

  /** Runs of offsets, each with the number of its first one and their count before it. */
  private placesIn({ from, to }: PptRecord): void {
    for (let at = from; at + 4 <= to; ) {
      const head = this.view.getUint32(at, true);
      const [first, count] = [head & 0xfffff, head >>> 20];
      at += 4;
      for (let index = 0; index < count && at + 4 <= to; index++, at += 4)
        this.places.set(first + index, this.view.getUint32(at, true));
    }
  }

  private list({ from, to }: PptRecord): void {
    for (const list of this.children(from, to)) {
      if (list.type !== SLIDE_LIST || list.instance !== OF_SLIDES) continue;
      this.slides.length = 0;
      for (const { type, from: start, to: end } of this.children(list.from, list.to)) {
        if (type === SLIDE_PLACE && end - start >= 16 && this.slides.length < MOST_SLIDES)
          this.slides.push({
            place: this.view.getUint32(start, true),
            id: this.view.getUint32(start + 12, true),
            outline: [],
          });
        const text = this.textAt(type, start, end);
        if (text !== undefined) this.slides.at(-1)?.outline.push(text);
      }
    }
  }

  private notesIn({ from, to }: PptRecord): void {
    for (const { type, from: start, to: end } of this.children(from, to))
      if (type === NOTES_HEAD && end - start >= 4)
        this.notes.set(this.view.getUint32(start, true), this.textsIn(from, to));
  }

  private slideTexts({ place }: Slide): string[] {
    const at = this.places.get(place);
    if (at === undefined || at + 8 > this.stream.length) return [];
    return this.textsIn(at + 8, Math.min(this.stream.length, at + 8 + this.view.getUint32(at + 4, true)));
  }

  private textsIn(from: number, to: number, depth = 0): string[] {
    if (depth > MOST_DEPTH) return [];
    const texts: string[] = [];
    for (const { type, isParent, from: start, to: end } of this.children(from, to)) {
      const text = this.textAt(type, start, end);
      if (text !== undefined) texts.push(text);
      else if (isParent) texts.push(...this.textsIn(start, end, depth + 1));
    }
    return texts;
  }

  private textAt(type: number, from: number, to: number): string | undefined {
    const bytes = this.stream.subarray(from, to);
    if (type === WIDE_TEXT) return new TextDecoder("utf-16le").decode(bytes.subarray(0, bytes.length & ~1));
    return type === NARROW_TEXT ? new TextDecoder("latin1").decode(bytes) : undefined;
  }

  text(): string {
    const writer = new Writer();
    for (const [at, slide] of this.slides.entries()) {
      if (writer.isFull) break;
      writer.line(`\n## Slide ${at + 1} of ${this.slides.length}\n`);
      for (const line of [...slide.outline, ...this.slideTexts(slide)].flatMap(linesOf))
        writer.line(`- ${line}`);
      const notes = (this.notes.get(slide.id) ?? []).flatMap(linesOf);
      if (notes.length > 0) writer.line(`\nNotes: ${notes.join(" ")}`);
    }
    return this.slides.length === 0 ? "" : writer.end(`${this.slides.length} slides in all`);
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/[\r\v\n]/)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "" && line !== "*");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
