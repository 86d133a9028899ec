/** Converts PowerPoint slides (OOXML) to Markdown: titles, points, tables, charts, diagrams, speaker notes. */
import { drawingsOf } from "../drawings.ts";
import type { Package } from "../package.ts";
import { Writer } from "../writer.ts";
import { readXml, relationsIn, relationsOfPart } from "../xml.ts";
import { commentLines } from "./comments.ts";
import { SlideReader } from "./slide.ts";

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
  const folder = path.slice(0, path.lastIndexOf("/"));
  const relations = await relationsOfPart(file, path);
  const slide = new SlideReader({ drawings: await drawingsOf(file, { relations, folder }), relations });
  await readXml(file.pieces(path, MOST_BYTES), slide);
  const hidden = slide.isHidden ? " (hidden)" : "";
  writer.line("");
  writer.line(`## Slide ${number} of ${of}${slide.title === "" ? "" : `: ${slide.title}`}${hidden}`);
  writer.line("");
  for (const line of slide.lines) writer.line(line);
  const notes = await notesOf(file, relations);
  if (notes.length > 0) writer.line(`\nNotes: ${notes.join(" ")}`);
  for (const line of await commentLines(file, folder, relations)) writer.line(line);
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
