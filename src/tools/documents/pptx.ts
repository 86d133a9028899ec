/** Converts PowerPoint slides (OOXML) to Markdown: titles, points, tables, charts, diagrams, speaker notes. */
import { drawingsOf } from "./drawings.ts";
import type { Package } from "./package.ts";
import { row, ruler, Writer } from "./writer.ts";
import { attribute, readXml, relationsIn } from "./xml.ts";

const PRESENTATION = "ppt/presentation.xml";
const MOST_SLIDES = 1_000;
const MOST_BYTES = 5_000_000;

export function isPptx(file: Package): boolean {
  return file.has(PRESENTATION);
}

export async function readPptx(file: Package): Promise<string> {
  const writer = new Writer();
  const slides = await slidesOf(file);
  for (const [index, path] of slides.slice(0, MOST_SLIDES).entries()) {
    if (writer.isFull) break;
    await writeSlide(file, { path, number: index + 1, of: slides.length }, writer);
  }
  return writer.end(`${slides.length} slides in all`);
}

/** Slide paths in presentation order. */
async function slidesOf(file: Package): Promise<string[]> {
  const relations = await relationsIn(await file.text("ppt/_rels/presentation.xml.rels", MOST_BYTES));
  const ids: string[] = [];
  await readXml(file.pieces(PRESENTATION, MOST_BYTES), {
    open(name, attributes) {
      const id = attributes["r:id"];
      if (name === "sldId" && id !== undefined) ids.push(id);
    },
  });
  return ids.flatMap((id) => {
    const target = relations.get(id);
    return target === undefined ? [] : [`ppt/${target.replace(/^(\/ppt\/|\.\/)/, "")}`];
  });
}

interface Slide {
  path: string;
  number: number;
  of: number;
}

async function writeSlide(file: Package, { path, number, of }: Slide, writer: Writer): Promise<void> {
  const at = path.lastIndexOf("/");
  const folder = path.slice(0, at);
  const relations = await relationsIn(
    await file.text(`${folder}/_rels/${path.slice(at + 1)}.rels`, MOST_BYTES),
  );
  const slide = new SlideReader(await drawingsOf(file, { relations, folder }));
  await readXml(file.pieces(path, MOST_BYTES), slide);
  const hidden = slide.isHidden ? " (hidden)" : "";
  writer.line("");
  writer.line(`## Slide ${number} of ${of}${slide.title === "" ? "" : `: ${slide.title}`}${hidden}`);
  writer.line("");
  for (const line of slide.lines) writer.line(line);
  const notes = await notesOf(file, relations);
  if (notes.length > 0) writer.line(`\nNotes: ${notes.join(" ")}`);
}

async function notesOf(file: Package, relations: ReadonlyMap<string, string>): Promise<string[]> {
  const target = [...relations.values()].find((each) => each.includes("notesSlide"));
  if (target === undefined) return [];
  const reader = new SlideReader();
  await readXml(
    file.pieces(`ppt/notesSlides/${target.slice(target.lastIndexOf("/") + 1)}`, MOST_BYTES),
    reader,
  );
  return reader.lines.map((line) => line.replace(/^- /, "")).filter((line) => !/^\d+$/.test(line));
}

class SlideReader {
  title = "";
  isHidden = false;
  private readonly drawings: ReadonlyMap<string, readonly string[]>;
  /** Inside a fallback, which repeats the content for programs that do not know the newer form. */
  private isFallback = false;
  readonly lines: string[] = [];
  private collected = "";
  private isText = false;
  private isTitle = false;
  private level = 0;
  private cells: string[] | undefined;
  private cell = "";
  private rows = 0;

  constructor(drawings: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.drawings = drawings;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "Fallback") this.isFallback = true;
    if (name === "sld") this.isHidden = attribute(attributes, "show") === "0";
    if (name === "t") this.isText = !this.isFallback;
    if (name === "chart") this.draw(attribute(attributes, "id"));
    if (name === "relIds") this.draw(attribute(attributes, "dm"));
    if (name === "br") this.collected += " ";
    if (name === "sp") this.isTitle = false;
    if (name === "ph") this.isTitle = /title/i.test(attribute(attributes, "type") ?? "");
    if (name === "pPr") this.level = Math.min(8, Number(attribute(attributes, "lvl")) || 0);
    if (name === "tbl") this.rows = 0;
    if (name === "tr") this.cells = [];
  }

  private draw(id = ""): void {
    const lines = this.isFallback ? [] : (this.drawings.get(id) ?? []);
    if (lines.length > 0) this.lines.push("", ...lines, "");
  }

  text(text: string): void {
    if (this.isText) this.collected += text;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    if (name === "Fallback") this.isFallback = false;
    if (name === "p") this.paragraph();
    if (name === "tc") this.endCell();
    if (name === "tr") this.endRow();
  }

  private paragraph(): void {
    const text = this.collected.trim();
    if (this.cells) this.cell += `${text}\n`;
    else if (this.isTitle) this.title = `${this.title} ${text}`.trim();
    else if (text !== "") this.lines.push(`${"  ".repeat(this.level)}- ${text}`);
    [this.collected, this.level] = ["", 0];
  }

  private endCell(): void {
    this.cells?.push(this.cell);
    this.cell = "";
  }

  private endRow(): void {
    const cells = this.cells ?? [];
    if (this.rows === 0) this.lines.push("");
    this.lines.push(row(cells));
    if (this.rows++ === 0) this.lines.push(ruler(cells.length));
    this.cells = undefined;
  }
}
