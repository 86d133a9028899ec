/** Converts a binary Excel workbook (.xlsb) to Markdown, each sheet to a table. */
import type { Package } from "../package.ts";
import { Writer } from "../writer.ts";
import { BUILT_IN, bareCode, shownNumber } from "../xlsx/dates.ts";
import { relationsIn } from "../xml.ts";
import { type BinaryBook, BinaryCells } from "./cells.ts";
import { type BinaryRecord, binaryRecordsOf } from "./records.ts";

const [SHARED_TEXT, FORMAT, STYLE, BOOK, SHEET] = [19, 44, 47, 153, 156];
const [STYLES_OF_CELLS, END_OF_STYLES] = [617, 618];
const MOST_SHEETS = 200;
const MOST_STRINGS = 1_000_000;
const MOST_OF_RELATIONS = 5_000_000;
/** Limit in bytes of a part, which stays in memory while it is read. */
const MOST_OF_PART = 40_000_000;

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

export async function readXlsb(file: Package): Promise<string> {
  const { sheets, is1904 } = await workbookOf(file);
  if (sheets.length === 0) throw new Error("It is damaged.");
  const codes = await codesOf(file);
  const book: BinaryBook = {
    strings: await stringsOf(file),
    shown: (style, value) => shownNumber(codes[style] ?? "", value, is1904),
  };
  const writer = new Writer();
  for (const { name, path, isHidden } of sheets.slice(0, MOST_SHEETS)) {
    if (writer.isFull) break;
    writer.line(`\n## Sheet ${name}${isHidden ? " (hidden)" : ""}\n`);
    const part = await file.bytes(path, MOST_OF_PART);
    if (part === undefined) writer.line("(too large to be read)");
    else cellsOf(part, book).write(writer);
  }
  return writer.end(`the workbook has the sheets ${sheets.map(({ name }) => name).join(", ")}`);
}

function cellsOf(part: Uint8Array, book: BinaryBook): BinaryCells {
  const cells = new BinaryCells(book);
  for (const record of binaryRecordsOf(part)) {
    if (cells.isFull) break;
    cells.read(record);
  }
  return cells;
}

async function workbookOf(file: Package): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const relations = await relationsIn(await file.text("xl/_rels/workbook.bin.rels", MOST_OF_RELATIONS));
  const sheets: Sheet[] = [];
  let is1904 = false;
  for (const record of await recordsIn(file, "xl/workbook.bin")) {
    if (record.type === BOOK) is1904 = (record.word(0) & 1) === 1;
    if (record.type !== SHEET) continue;
    const target = relations.get(record.text(8));
    if (target === undefined || !/worksheets\//.test(target)) continue;
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    sheets.push({ name: record.text(record.endOfText(8)), path, isHidden: record.word(0) !== 0 });
  }
  return { sheets, is1904 };
}

/** Shared strings, which cells refer to by index. */
async function stringsOf(file: Package): Promise<string[]> {
  const strings: string[] = [];
  for (const record of await recordsIn(file, "xl/sharedStrings.bin")) {
    if (strings.length >= MOST_STRINGS) break;
    if (record.type === SHARED_TEXT) strings.push(record.text(1));
  }
  return strings;
}

/** Bare format codes of the styles of cells. */
async function codesOf(file: Package): Promise<string[]> {
  const formats = new Map(Object.entries(BUILT_IN).map(([number, code]) => [Number(number), code]));
  const codes: string[] = [];
  let isCell = false;
  for (const record of await recordsIn(file, "xl/styles.bin")) {
    if (record.type === FORMAT) formats.set(record.short(0), bareCode(record.text(2)));
    if (record.type === STYLES_OF_CELLS) isCell = true;
    if (record.type === END_OF_STYLES) isCell = false;
    if (record.type === STYLE && isCell) codes.push(formats.get(record.short(2)) ?? "");
  }
  return codes;
}

/** Empty where there is no such part, or it is too large. */
async function recordsIn(file: Package, path: string): Promise<Iterable<BinaryRecord>> {
  return binaryRecordsOf((await file.bytes(path, MOST_OF_PART)) ?? new Uint8Array());
}
