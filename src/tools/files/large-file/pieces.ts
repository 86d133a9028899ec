/** Pieces of a document's text, each with its place: passages are chosen among them, and its outline is made of their sections. */

/** A page, slide, sheet or chapter. */
export interface Section {
  /** "page 12", "slide 3"; empty: its title says where it is. */
  name: string;
  /** First words. */
  title: string;
  /** Its first line, from 1. */
  line: number;
}

export interface Piece {
  text: string;
  /** Lines of the whole text, from 1. */
  first: number;
  last: number;
  section: Section | undefined;
}

export interface DividedText {
  pieces: Piece[];
  sections: Section[];
  lines: number;
}

/** UTF-16 units: about 150 words. A longer line is cut at a space. */
const LONGEST_PIECE = 900;
/** A paragraph's end ends a piece from here on. */
const LEAST_PIECE = 350;
const LONGEST_TITLE = 160;

const MARKS = [
  { mark: /^\[page (\d+) of \d+\]$/, name: "page " },
  { mark: /^## Slide (\d+) of \d+\b/, name: "slide " },
  { mark: /^## Sheet (.{1,80})$/, name: "sheet " },
] as const;
const HEADING = /^#{1,3}\s+(\S.*)$/;

/** Takes time in proportion to the length of the text. */
export function divide(text: string): DividedText {
  const lines = text.split(/\r?\n/);
  const divider = new Divider(lines);
  for (const [index, line] of lines.entries()) divider.take(line, index + 1);
  divider.end();
  return { pieces: divider.pieces, sections: divider.sections, lines: lines.length };
}

class Divider {
  readonly pieces: Piece[] = [];
  readonly sections: Section[] = [];
  private readonly sectionAt: (line: string, number: number) => Section | undefined;
  private open: string[] = [];
  private size = 0;
  private first = 1;

  constructor(lines: readonly string[]) {
    const kind = MARKS.find(({ mark }) => lines.some((line) => mark.test(line)));
    this.sectionAt = (line, number) => {
      const found = kind ? kind.mark.exec(line)?.[1] : HEADING.exec(line)?.[1];
      if (found === undefined) return undefined;
      if (!kind) return { name: "", title: found.slice(0, LONGEST_TITLE), line: number };
      return { name: `${kind.name}${found}`, title: firstWords(lines, number), line: number };
    };
  }

  take(line: string, number: number): void {
    const section = this.sectionAt(line, number);
    if (section) {
      this.flush(number - 1);
      this.sections.push(section);
    }
    // The mark of a page stands before its passages anyway.
    if (section && section.name !== "") this.begin(number + 1);
    else this.takeWords(line, number);
  }

  private takeWords(line: string, number: number): void {
    if (this.size > 0 && this.size + line.length > LONGEST_PIECE) this.flush(number - 1);
    if (line.length > LONGEST_PIECE) {
      this.takeLong(line, number);
      return;
    }
    if (this.open.length === 0) this.begin(number);
    this.open.push(line);
    this.size += line.length + 1;
    if (line.trim() === "" && this.size >= LEAST_PIECE) this.flush(number);
  }

  end(): void {
    this.flush(this.first + this.open.length - 1);
  }

  private takeLong(line: string, number: number): void {
    for (let start = 0; start < line.length; ) {
      const space = line.lastIndexOf(" ", start + LONGEST_PIECE);
      const isLast = line.length - start <= LONGEST_PIECE;
      const end = isLast ? line.length : space > start ? space : start + LONGEST_PIECE;
      this.add(line.slice(start, end), number, number);
      start = end;
    }
  }

  private begin(number: number): void {
    this.open = [];
    this.size = 0;
    this.first = number;
  }

  private flush(last: number): void {
    this.add(this.open.join("\n"), this.first, last);
    this.begin(last + 1);
  }

  private add(text: string, first: number, last: number): void {
    const words = text.trim();
    if (words !== "") this.pieces.push({ text: words, first, last, section: this.sections.at(-1) });
  }
}

/** First line with words below the mark of a section, which stands on this line. */
function firstWords(lines: readonly string[], number: number): string {
  const line = lines.slice(number, number + 5).find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  return line.trim().slice(0, LONGEST_TITLE);
}
