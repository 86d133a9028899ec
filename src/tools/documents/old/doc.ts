/** Converts a Word document from before 2007 (.doc) to text: its paragraphs, tables and lists, notes, comments, headers and text boxes. */
import type { CompoundFile } from "../cfb.ts";
import { row, ruler, Writer } from "../writer.ts";

/** Stories of a document in file order, each with the offset of its length in the header. */
const STORIES = [
  { name: "", at: 0x4c },
  { name: "Footnotes", at: 0x50 },
  { name: "Headers and footers", at: 0x54 },
  { name: "", at: 0x58 },
  { name: "Comments", at: 0x5c },
  { name: "Endnotes", at: 0x60 },
  { name: "Text boxes", at: 0x64 },
] as const;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
const TEXT_PIECES = 2;
/** Set in a piece's place when its letters have one byte. */
const ONE_BYTE = 0x40000000;
const MOST_PIECES = 200_000;
/** Fields within each other. */
const MOST_FIELDS = 100;

/** Throws an Error with the reason when it cannot be read. */
export function readDoc(file: CompoundFile): string {
  const main = file.stream("WordDocument");
  if (!main || main.length < 0x1aa) throw new Error("It is damaged.");
  const view = viewOf(main);
  const flags = view.getUint16(0x0a, true);
  if (flags & ENCRYPTED) throw new Error("It is password-protected. Save it without a password.");
  if (view.getUint16(2, true) < 0xc1) throw new Error(TOO_OLD);
  const table = file.stream(flags & SECOND_TABLE ? "1Table" : "0Table");
  if (!table) throw new Error("It is damaged.");
  const text = textOf(main, pieceTable(table, view));
  const writer = new Writer();
  let from = 0;
  for (const { name, at } of STORIES) {
    const to = from + Math.max(0, view.getInt32(at, true));
    const story = shown(text.slice(from, to));
    if (name !== "" && story.trim() !== "") writer.line(`\n## ${name}\n`);
    writeStory(story, writer);
    from = to;
  }
  return writer.end();
}

const TOO_OLD = "It is a Word document from before 1997, which isn't supported. Save it as .docx or PDF.";

/** The part of the table stream that says where the text's pieces are. */
function pieceTable(table: Uint8Array, header: DataView): Uint8Array {
  const [start, size] = [header.getUint32(0x1a2, true), header.getUint32(0x1a6, true)];
  const view = viewOf(table);
  const end = Math.min(start + size, table.length);
  let at = start;
  while (at + 5 <= end && table[at] === 1) at += 3 + view.getUint16(at + 1, true);
  if (at + 5 > end || table[at] !== TEXT_PIECES) throw new Error("It is damaged.");
  return table.subarray(at + 5, Math.min(at + 5 + view.getUint32(at + 1, true), table.length));
}

const UTF16 = new TextDecoder("utf-16le");
const LATIN = new TextDecoder("windows-1252");

function textOf(main: Uint8Array, pieces: Uint8Array): string {
  const view = viewOf(pieces);
  const count = Math.min(Math.floor((pieces.length - 4) / 12), MOST_PIECES);
  const texts: string[] = [];
  for (let at = 0; at < count; at++) {
    const letters = view.getUint32(4 * at + 4, true) - view.getUint32(4 * at, true);
    const place = view.getUint32(4 * (count + 1) + 8 * at + 2, true);
    const isNarrow = (place & ONE_BYTE) !== 0;
    const from = isNarrow ? (place & ~ONE_BYTE) / 2 : place;
    // A broken length takes no more than the file has.
    const size = Math.max(0, Math.min(main.length - from, isNarrow ? letters : letters * 2));
    texts.push((isNarrow ? LATIN : UTF16).decode(main.subarray(from, from + size)));
  }
  return texts.join("");
}

const [FIELD, RESULT, FIELD_END] = ["\u0013", "\u0014", "\u0015"];
/** Marks of other things than letters, as they are shown; those that are not named stand for nothing. */
const SIGNS: Readonly<Record<string, string>> = {
  "\t": "\t",
  "\u0007": "\u0007",
  "\u000b": "\n",
  "\f": "\r",
  "\r": "\r",
  "\u000e": "\n",
  "\u001e": "-",
};

/** Text as it is shown: a field's result, not its instruction. */
function shown(text: string): string {
  let result = "";
  /** Open fields: true once a field's result has begun. */
  const fields: boolean[] = [];
  for (const sign of text) {
    if (sign === FIELD && fields.length < MOST_FIELDS) fields.push(false);
    else if (sign === RESULT) fields[Math.max(0, fields.length - 1)] = true;
    else if (sign === FIELD_END) fields.pop();
    else if (fields.every(Boolean)) result += sign < " " ? (SIGNS[sign] ?? "") : sign;
  }
  return result.replace(/\u00a0/g, " ").replace(/\u00ad/g, "");
}

const CELL_END = "\u0007";

/** A paragraph ends with a return, a cell and a row with the same mark: the row's is the one without text. */
function writeStory(story: string, writer: Writer): void {
  let cells: string[] = [];
  let isFirst = true;
  for (const part of story.split(CELL_END).map((each) => each.split("\r"))) {
    if (writer.isFull) return;
    const cell = part.pop() ?? "";
    for (const text of part.filter((each) => each.trim() !== "")) {
      flush(cells, writer);
      [cells, isFirst] = [[], true];
      writer.line(`\n${text.trim()}\n`);
    }
    if (cell !== "" || cells.length === 0) cells = cell === "" ? [] : [...cells, cell];
    else {
      writer.line(row(cells));
      if (isFirst) writer.line(ruler(cells.length));
      [cells, isFirst] = [[], false];
    }
  }
  flush(cells, writer);
}

function flush(cells: readonly string[], writer: Writer): void {
  for (const cell of cells) if (cell.trim() !== "") writer.line(`\n${cell.trim()}\n`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
