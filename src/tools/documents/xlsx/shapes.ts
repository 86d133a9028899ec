/** Text boxes, pictures and charts that lie on a sheet, as lines below it. */
import { drawingsOf, pathOf } from "../drawings.ts";
import type { Package } from "../package.ts";
import { pictureMark } from "../writer.ts";
import { attribute, readXml, relationsOfPart } from "../xml.ts";

const MOST_BYTES = 5_000_000;
const MOST_LINES = 2_000;

/** `path`: of the drawing. */
export async function shapeLines(file: Package, path: string): Promise<string[]> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const relations = await relationsOfPart(file, path);
  const reader = new ShapeReader(await drawingsOf(file, { relations, folder }));
  await readXml(file.pieces(path, MOST_BYTES), reader);
  return reader.lines.length > 0 ? ["", ...reader.lines] : [];
}

/** Path of the drawing that a sheet names by a relation. */
export function drawingPath(
  sheet: string,
  relations: ReadonlyMap<string, string>,
  id: string | undefined,
): string | undefined {
  const target = relations.get(id ?? "");
  return target === undefined ? undefined : pathOf(sheet.slice(0, sheet.lastIndexOf("/")), target);
}

class ShapeReader {
  readonly lines: string[] = [];
  private readonly drawings: ReadonlyMap<string, readonly string[]>;
  private said = "";
  private isText = false;

  constructor(drawings: ReadonlyMap<string, readonly string[]>) {
    this.drawings = drawings;
  }

  isDone(): boolean {
    return this.lines.length >= MOST_LINES;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.isText = name === "t";
    if (name === "br") this.said += " ";
    if (name === "cNvPr") this.add(pictureMark(attribute(attributes, "descr")));
    const id = name === "chart" ? "id" : name === "relIds" ? "dm" : undefined;
    if (id !== undefined) this.lines.push(...(this.drawings.get(attribute(attributes, id) ?? "") ?? []));
  }

  text(text: string): void {
    if (this.isText) this.said += text;
  }

  close(name: string): void {
    this.isText = false;
    if (name !== "p") return;
    this.add(this.said);
    this.said = "";
  }

  private add(text: string): void {
    const shown = text.replace(/\s+/g, " ").trim();
    if (shown !== "") this.lines.push(shown);
  }
}
