/** Converts an Excel workbook (OOXML) to Markdown, each sheet to a table, up to the writer's limit. */
import type { Package } from "../package.ts";
import { Writer } from "../writer.ts";
import { readXml, relationsIn, relationsOfPart } from "../xml.ts";
import { commentsOf } from "./comments.ts";
import { type NumberFormats, numberFormatsOf } from "./dates.ts";
import { drawingPath, shapeLines } from "./shapes.ts";
import { SheetReader } from "./sheet.ts";
import { tailOf } from "./tail.ts";

const WORKBOOK = "xl/workbook.xml";
const MOST_SHEETS = 200;
const MOST_BYTES = 5_000_000;
/** Limit in bytes of a sheet's XML: a million rows have some hundred million; the writer is full long before. */
const MOST_OF_SHEET = 500_000_000;
const MOST_OF_STRINGS = 100_000_000;
const MOST_STRINGS = 1_000_000;
/** Limit in characters of all strings, which stay in memory while sheets are read. */
const MOST_CHARS = 20_000_000;

export function isXlsx(file: Package): boolean {
  return file.has(WORKBOOK);
}

export async function readXlsx(file: Package): Promise<string> {
  const writer = new Writer();
  const [strings, formats, sheets] = [
    await stringsOf(file),
    await numberFormatsOf(file),
    await sheetsOf(file),
  ];
  for (const { name, path, isHidden } of sheets.slice(0, MOST_SHEETS)) {
    if (writer.isFull) break;
    writer.line(`\n## Sheet ${name}${isHidden ? " (hidden)" : ""}\n`);
    await writeSheet(file, path, { strings, formats, writer });
  }
  const all = sheets.map(({ name }) => name).join(", ");
  return writer.end(`the workbook has the sheets ${all}`);
}

async function writeSheet(
  file: Package,
  path: string,
  deps: { strings: readonly string[]; formats: NumberFormats; writer: Writer },
): Promise<void> {
  const { writer } = deps;
  const { merges, links: ids, drawing, header, footer } = await tailOf(file, path);
  const relations = await relationsOfPart(file, path);
  const links = new Map([...ids].map(([cell, id]) => [cell, relations.get(id) ?? ""]));
  if (header !== "") writer.line(`Header: ${header}\n`);
  const reader = new SheetReader({ ...deps, merges, links });
  await readXml(file.pieces(path, MOST_OF_SHEET), reader);
  reader.end();
  const shapes = drawingPath(path, relations, drawing);
  const lines = [
    ...(await commentsOf(file, path, relations)),
    ...(shapes === undefined ? [] : await shapeLines(file, shapes)),
    ...(footer === "" ? [] : ["", `Footer: ${footer}`]),
  ];
  for (const line of lines) writer.line(line);
}

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

async function sheetsOf(file: Package): Promise<Sheet[]> {
  const relations = await relationsIn(await file.text("xl/_rels/workbook.xml.rels", MOST_BYTES));
  const sheets: Sheet[] = [];
  await readXml(file.pieces(WORKBOOK, MOST_BYTES), {
    open(element, attributes) {
      const target = relations.get(attributes["r:id"] ?? "");
      if (element !== "sheet" || target === undefined) return;
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      sheets.push({
        name: attributes["name"] ?? "",
        path,
        isHidden: /hidden/i.test(attributes["state"] ?? ""),
      });
    },
  });
  return sheets;
}

/** Shared strings, which cells refer to by index. */
async function stringsOf(file: Package): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let chars = 0;
  let [isText, isReading] = [false, false];
  await readXml(file.pieces("xl/sharedStrings.xml", MOST_OF_STRINGS), {
    isDone: () => strings.length >= MOST_STRINGS || chars >= MOST_CHARS,
    open(name) {
      if (name === "si") text = "";
      // Japanese texts contain phonetic readings beside the words.
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name !== "si") return;
      strings.push(text);
      chars += text.length;
    },
  });
  return strings;
}
