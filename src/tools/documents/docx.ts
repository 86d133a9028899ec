/** Converts a Word document (OOXML) to Markdown: headings, lists, tables, notes. */
import type { Package } from "./package.ts";
import { row, ruler, Writer } from "./writer.ts";
import { attribute, readXml } from "./xml.ts";

const DOCUMENT = "word/document.xml";
/** Limit in bytes of the XML; a long book has two or three million. */
const MOST_BYTES = 30_000_000;
const MOST_OF_STYLES = 3_000_000;
const NOTES = [
  ["footnoteReference", "word/footnotes.xml", "footnote"],
  ["endnoteReference", "word/endnotes.xml", "endnote"],
] as const;

export function isDocx(file: Package): boolean {
  return file.has(DOCUMENT);
}

export async function readDocx(file: Package): Promise<string> {
  const reader = new DocxReader(await headingsOf(file));
  await readXml(file.pieces(DOCUMENT, MOST_BYTES), reader);
  for (const [, path, name] of NOTES) await readXml(file.pieces(path, MOST_OF_STYLES), reader.notes(name));
  return reader.end();
}

/** Heading level by style id. Style names are the same in all languages; their ids are not. */
async function headingsOf(file: Package): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let style = "";
  await readXml(file.pieces("word/styles.xml", MOST_OF_STYLES), {
    open(name, attributes) {
      if (name === "style") style = attribute(attributes, "styleId") ?? "";
      if (name !== "name") return;
      const level = levelOf(attribute(attributes, "val") ?? "");
      if (level !== undefined) levels.set(style, level);
    },
  });
  return levels;
}

function levelOf(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const [, level] = /^heading ?([1-9])$/i.exec(name) ?? [];
  return level === undefined ? undefined : Math.min(6, Number(level));
}

class DocxReader {
  private readonly headings: ReadonlyMap<string, number>;
  private readonly writer = new Writer();
  private collected = "";
  private isText = false;
  /** Inside a fallback, which repeats the content for programs that do not know the newer form. */
  private isFallback = false;
  private heading: number | undefined;
  private listLevel: number | undefined;
  /** Depth of nested tables: only the outer one is rendered as a table. */
  private tables = 0;
  private cells: string[] = [];
  private cell = "";
  private rows = 0;

  constructor(headings: ReadonlyMap<string, number>) {
    this.headings = headings;
  }

  isDone(): boolean {
    return this.writer.isFull;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "Fallback") this.isFallback = true;
    if (name === "t") this.isText = !this.isFallback;
    else if (name === "tab") this.collected += "\t";
    else if (name === "br" || name === "cr") this.collected += "\n";
    else if (name === "tbl" && this.tables++ === 0) this.rows = 0;
    else this.marks(name, attributes);
  }

  private marks(name: string, attributes: Readonly<Record<string, string>>): void {
    const value = attribute(attributes, "val") ?? "";
    if (name === "pStyle") this.heading = this.headings.get(value) ?? levelOf(value);
    if (name === "numPr") this.listLevel ??= 0;
    if (name === "ilvl") this.listLevel = Math.min(8, Number(value) || 0);
    const note = NOTES.find(([reference]) => reference === name);
    if (note) this.collected += `[^${attribute(attributes, "id") ?? ""}]`;
  }

  text(text: string): void {
    if (this.isText) this.collected += text;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    if (name === "Fallback") this.isFallback = false;
    if (name === "p") this.paragraph();
    if (name === "tc" && this.tables === 1) this.endCell();
    if (name === "tr" && this.tables === 1) this.endRow();
    if (name === "tbl" && --this.tables === 0) this.writer.line("");
  }

  private paragraph(): void {
    const text = this.collected.trim();
    if (this.tables > 0) this.cell += `${text}\n`;
    else if (text !== "") this.block(text);
    [this.collected, this.heading, this.listLevel] = ["", undefined, undefined];
  }

  private block(text: string): void {
    if (this.heading !== undefined) this.spaced(`${"#".repeat(this.heading)} ${text}`);
    else if (this.listLevel === undefined) this.spaced(text);
    else this.writer.line(`${"  ".repeat(this.listLevel)}- ${text}`);
  }

  private spaced(text: string): void {
    this.writer.line("");
    this.writer.line(text);
    this.writer.line("");
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = "";
  }

  private endRow(): void {
    if (this.rows === 0) this.writer.line("");
    this.writer.line(row(this.cells));
    if (this.rows++ === 0) this.writer.line(ruler(this.cells.length));
    this.cells = [];
  }

  /** Renders each note as a Markdown footnote. The first two are the separator lines above the notes. */
  notes(element: string) {
    let id = "";
    let text = "";
    let isText = false;
    return {
      open(name: string, attributes: Readonly<Record<string, string>>) {
        if (name === element) [id, text] = [attribute(attributes, "id") ?? "", ""];
        isText = name === "t";
      },
      text: (piece: string) => {
        if (isText) text += piece;
      },
      close: (name: string) => {
        isText = false;
        if (name === element && text.trim() !== "") this.writer.line(`[^${id}]: ${text.trim()}`);
      },
    };
  }

  end(): string {
    return this.writer.end();
  }
}
