/** Converts an Excel workbook from before 2007 (.xls) to Markdown, each sheet to a table. */
import type { CompoundFile } from "../cfb.ts";
import { Writer } from "../writer.ts";
import { BUILT_IN, bareCode, shownNumber } from "../xlsx/dates.ts";
import { type BiffRecord, BiffTexts, recordsOf } from "./xls-records.ts";
import { SheetCells, type Workbook } from "./xls-sheet.ts";

const [BOF, EOF, LOCKED, CODE_PAGE, DATE_MODE] = [0x0809, 0x000a, 0x002f, 0x0042, 0x0022];
const [SHEET, STRINGS, FORMAT, STYLE] = [0x0085, 0x00fc, 0x041e, 0x00e0];
const BIFF8 = 0x0600;
const MOST_SHEETS = 200;
const MOST_STRINGS = 1_000_000;
const WORKSHEET = 0;

interface Sheet {
  name: string;
  at: number;
  isHidden: boolean;
}

/** Throws an Error with the reason when it cannot be read. */
export function readXls(file: CompoundFile): string {
  const stream = file.stream("Workbook") ?? file.stream("Book");
  if (!stream) throw new Error("It is damaged.");
  const globals = new Globals();
  for (const record of recordsOf(stream, 0)) {
    if (record.type === EOF) break;
    globals.read(record);
  }
  const writer = new Writer();
  const { sheets } = globals;
  for (const { name, at, isHidden } of sheets.slice(0, MOST_SHEETS)) {
    if (writer.isFull) break;
    writer.line(`\n## Sheet ${name}${isHidden ? " (hidden)" : ""}\n`);
    const cells = new SheetCells(globals);
    for (const record of recordsOf(stream, at)) {
      if (record.type === EOF || cells.isFull) break;
      cells.read(record);
    }
    cells.write(writer);
  }
  if (sheets.length === 0) throw new Error("It is damaged.");
  return writer.end(`the workbook has the sheets ${sheets.map(({ name }) => name).join(", ")}`);
}

class Globals implements Workbook {
  isBiff8 = true;
  readonly strings: string[] = [];
  readonly sheets: Sheet[] = [];
  private readonly formats = new Map(
    Object.entries(BUILT_IN).map(([number, code]) => [Number(number), code]),
  );
  private readonly styles: number[] = [];
  private is1904 = false;
  private decoder = new TextDecoder("windows-1252");

  read(record: BiffRecord): void {
    const { type, view, bytes } = record;
    if (type === LOCKED) throw new Error("It is password-protected. Save it without a password.");
    if (bytes.length < 2) return;
    if (type === BOF) this.isBiff8 = view.getUint16(0, true) >= BIFF8;
    if (type === CODE_PAGE) this.decoder = decoderOf(view.getUint16(0, true));
    if (type === DATE_MODE) this.is1904 = view.getUint16(0, true) === 1;
    if (type === SHEET && bytes.length > 8) this.sheet(record);
    if (type === STRINGS) this.texts(record);
    if (type === FORMAT && bytes.length > 4) this.format(record);
    if (type === STYLE && bytes.length >= 4) this.styles.push(view.getUint16(2, true));
  }

  private sheet(record: BiffRecord): void {
    const { view, bytes } = record;
    if ((view.getUint8(5) & 15) !== WORKSHEET) return;
    const length = view.getUint8(6);
    const name = this.isBiff8
      ? new BiffTexts(record, 7).letters(length)
      : this.decode(bytes.subarray(7, 7 + length));
    this.sheets.push({ name, at: view.getUint32(0, true), isHidden: (view.getUint8(4) & 3) !== 0 });
  }

  private texts(record: BiffRecord): void {
    const texts = new BiffTexts(record, 8);
    while (!texts.isOver && this.strings.length < MOST_STRINGS) this.strings.push(texts.text());
  }

  private format(record: BiffRecord): void {
    const { view, bytes } = record;
    const code = this.isBiff8 ? new BiffTexts(record, 2).text() : this.decode(bytes.subarray(3));
    this.formats.set(view.getUint16(0, true), bareCode(code));
  }

  shown(style: number, value: number): string | undefined {
    return shownNumber(this.formats.get(this.styles[style] ?? 0) ?? "", value, this.is1904);
  }

  decode(bytes: Uint8Array): string {
    return this.decoder.decode(bytes);
  }
}

const PAGES: Readonly<Record<number, string>> = {
  874: "windows-874",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
};

function decoderOf(page: number): InstanceType<typeof TextDecoder> {
  const isWindows = page >= 1_250 && page <= 1_258;
  return new TextDecoder(isWindows ? `windows-${page}` : (PAGES[page] ?? "windows-1252"));
}
