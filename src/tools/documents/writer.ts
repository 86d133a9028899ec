/** Collects Markdown up to a limit. */

/** Limit in characters of one document; a note says what was left out. */
const MAX_CHARS = 2_000_000;

export class Writer {
  private readonly pieces: string[] = [];
  private readonly notes: string[] = [];
  private room: number;

  constructor(most: number = MAX_CHARS) {
    this.room = most;
  }

  get isFull(): boolean {
    return this.room <= 0;
  }

  line(text: string): void {
    this.piece(`${text}\n`);
  }

  piece(text: string): void {
    if (this.isFull) return;
    this.pieces.push(text.slice(0, this.room));
    this.room -= text.length;
  }

  /** Adds to the note on the part that was left out. */
  note(text: string): void {
    this.notes.push(text);
  }

  /** Returns the Markdown. `rest` says how much the document has in total, where that is known. */
  end(rest = ""): string {
    const notes = [...this.notes, ...(rest === "" ? [] : [rest])];
    const note = this.isFull ? [`\n[the rest was left out${notes.map((each) => `; ${each}`).join("")}]`] : [];
    return (
      [...this.pieces, ...note]
        .join("")
        // Places where a word may be divided.
        .replace(/\u00ad/g, "")
        .replace(/\n{3,}/g, "\n\n")
        .trim()
    );
  }
}

const PAGE_NUMBER = /^(?:page|seite|p[aá]gina|strona|страница|sid[ae]|sivu|p\.|s\.)?\s*\d*$/i;

/** True for the text above or below a page that only counts pages. */
export function isPageNumber(text: string): boolean {
  return PAGE_NUMBER.test(text.trim());
}

/** Renders a table row: on one line, with the cells escaped. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}

/** Words that stand for a picture or a shape, which its author has written; empty when there are none. */
export function pictureMark(words = ""): string {
  const shown = words.replace(/\s+/g, " ").trim();
  return shown === "" ? "" : `[picture: ${shown}] `;
}

export function ruler(columns: number): string {
  return `|${" --- |".repeat(Math.max(1, columns))}`;
}
