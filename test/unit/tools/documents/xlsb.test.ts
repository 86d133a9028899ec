/** Binary workbooks, written record by record. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { documentText } from "../../../../src/tools/documents/document-text.ts";
import { relations } from "../../../support/office.ts";

type Field = readonly [kind: "byte" | "short" | "word" | "double" | "text", value: number | string];

function bytesOf([kind, value]: Field): number[] {
  if (typeof value === "string") {
    const letters = [...Buffer.from(value, "utf16le")];
    return [...bytesOf(["word", value.length]), ...letters];
  }
  const size = { byte: 1, short: 2, word: 4, double: 8, text: 4 }[kind];
  const view = new DataView(new ArrayBuffer(8));
  if (kind === "double") view.setFloat64(0, value, true);
  else view.setUint32(0, value, true);
  return [...new Uint8Array(view.buffer, 0, size)];
}

/** Groups of seven bits, the lowest first. */
function sevens(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...sevens(value >> 7)];
}

function record(type: number, ...fields: Field[]): number[] {
  const bytes = fields.flatMap(bytesOf);
  return [...sevens(type), ...sevens(bytes.length), ...bytes];
}

function cell(type: number, [column, style]: readonly [number, number], ...value: Field[]): number[] {
  return record(type, ["word", column], ["word", style], ...value);
}

const SHEET = [
  record(129),
  record(0, ["word", 0], ["word", 0]),
  cell(7, [0, 0], ["word", 0]),
  cell(6, [1, 0], ["text", "Pairs"]),
  cell(6, [2, 0], ["text", "Seen"]),
  record(0, ["word", 2], ["word", 0]),
  cell(7, [0, 0], ["word", 1]),
  // Twelve as a short number, and a day.
  cell(2, [1, 0], ["word", (12 << 2) | 2]),
  cell(5, [2, 1], ["double", 46_145]),
  record(0, ["word", 3], ["word", 0]),
  // The results of formulas, and cells that do not say their column.
  cell(8, [0, 0], ["text", "Egret"], ["word", 0]),
  record(13, ["word", 0], ["word", (350 << 2) | 3]),
  record(16, ["word", 2], ["double", 0.25]),
  record(130),
].flat();

function workbook(sheet: readonly number[]): Uint8Array {
  const parts: Record<string, readonly number[] | string> = {
    "xl/workbook.bin": [
      record(131),
      record(153, ["word", 0], ["word", 0], ["text", ""]),
      record(156, ["word", 0], ["word", 1], ["text", "rId1"], ["text", "Counts"]),
      record(156, ["word", 1], ["word", 2], ["text", "rId2"], ["text", "Kept"]),
      record(132),
    ].flat(),
    "xl/_rels/workbook.bin.rels": relations(
      ["rId1", "worksheets/sheet1.bin"],
      ["rId2", "worksheets/sheet2.bin"],
    ),
    "xl/sharedStrings.bin": [
      record(159, ["word", 2], ["word", 2]),
      record(19, ["byte", 0], ["text", "Bird"]),
      record(19, ["byte", 0], ["text", "Heron | grey"]),
      record(160),
    ].flat(),
    "xl/styles.bin": [
      record(44, ["short", 164], ["text", "d. mmm yyyy"]),
      record(617, ["word", 3]),
      record(47, ["short", 0], ["short", 0]),
      record(47, ["short", 0], ["short", 164]),
      record(47, ["short", 0], ["short", 9]),
      record(618),
    ].flat(),
    "xl/worksheets/sheet1.bin": sheet,
    "xl/worksheets/sheet2.bin": [record(129), record(130)].flat(),
  };
  const files = Object.entries(parts).map(
    ([path, part]) => [path, typeof part === "string" ? strToU8(part) : Uint8Array.from(part)] as const,
  );
  return zipSync(Object.fromEntries(files));
}

describe("a binary workbook", () => {
  test("has its sheets as tables, with dates, percentages and results of formulas", async () => {
    expect(await documentText(workbook(SHEET))).toBe(
      "## Sheet Counts\n\n| Bird | Pairs | Seen |\n| --- | --- | --- |\n| Heron \\| grey | 12 | 2026-05-03 |\n| Egret | 3.5 | 25% |\n\n## Sheet Kept (hidden)\n\n(empty)",
    );
  });

  test("repeats the text of merged cells", async () => {
    const merged = [...SHEET, ...record(176, ["word", 0], ["word", 0], ["word", 2], ["word", 3])];
    expect(await documentText(workbook(merged))).toContain("| Bird | Pairs | Seen | Seen |");
  });

  test("that breaks off has what came before", async () => {
    expect(await documentText(workbook(SHEET.slice(0, -12)))).toContain("| Heron \\| grey | 12 |");
  });

  test("without sheets is damaged", async () => {
    await expect(documentText(zipSync({ "xl/workbook.bin": Uint8Array.of(131, 1, 0) }))).rejects.toThrow(
      "damaged",
    );
  });
});
