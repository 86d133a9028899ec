/** Sources of an answer, as its page shows them. */
import { expect, test } from "vitest";
import { chunksOf } from "../../../../../web/chat/answer/sources/chunks.ts";
import {
  citedBy,
  eachOnce,
  passageOf,
  placeOfSource,
  readerPath,
} from "../../../../../web/chat/answer/sources/cited.ts";
import { piecesOf } from "../../../../../web/chat/answer/sources/pieces.ts";

const HASH = "a".repeat(64);
const OWLS = { index: 1, url: "https://www.owls.example/all", title: "Owls", source_id: HASH };
const OAKS = { index: 2, url: "oaks.md", title: "Oaks" };

test("a marker becomes a chip where a source has its number, and stays text elsewhere", () => {
  const known = new Map([
    [1, "Owls"],
    [12, "Oaks"],
  ]);
  expect(piecesOf("Owls hunt [1][12]. See [3].", known)).toEqual(["Owls hunt ", 1, 12, ". See [3]."]);
  expect(piecesOf("[1]", known)).toEqual([1]);
  expect(piecesOf("list[2] and [x] and [1234]", known)).toBeUndefined();
});

test("each marker of a number leads to its own passage; before citations are known, to what was read", () => {
  const first = { ...OWLS, quote: "At night.", start: 0, end: 9 };
  const second = { ...OWLS, quote: "By ear.", start: 20, end: 27 };
  const sourcing = { citations: [first, OAKS, second], read: [OAKS, { ...OAKS, index: 3 }] };
  expect(citedBy(1, 0, sourcing)).toBe(first);
  expect(citedBy(1, 1, sourcing)).toBe(second);
  expect(citedBy(3, 0, sourcing)?.title).toBe("Oaks");
  expect(citedBy(4, 0, sourcing)).toBeUndefined();
  expect(eachOnce([OAKS, second, first]).map(({ index }) => index)).toEqual([1, 2]);
});

test("an address leads to a passage and back; a source without a stored text has none", () => {
  const path = readerPath("cnv_1", { ...OWLS, quote: "x", start: 4, end: 9 });
  expect(path).toBe(`/c/cnv_1#source=${HASH}&at=4-9`);
  expect(passageOf(`#source=${HASH}&at=4-9`)).toEqual({ hash: HASH, span: { start: 4, end: 9 } });
  expect(passageOf(`#source=${HASH}`)).toEqual({ hash: HASH, span: null });
  expect(passageOf("#source=../../me")).toBeNull();
  expect(readerPath("cnv_1", OAKS)).toBeUndefined();
});

test("a page is named by its site, a file by its path", () => {
  expect(placeOfSource(OWLS.url)).toBe("owls.example");
  expect(placeOfSource("oaks.md")).toBe("oaks.md");
  expect(placeOfSource("fil_1m8hh9e2vdadfsy3ggs8")).toBe("");
  expect(placeOfSource("mid:a1@owls.example")).toBe("");
});

test("chunks hold the whole text, with the passage marked over their borders", () => {
  const text = `${"a line of words\n".repeat(1_000)}${"😀".repeat(5_000)}`;
  const chunks = chunksOf(text, { start: 3_990, end: 4_010 });
  expect(chunks.map(({ before, marked, after }) => before + marked + after).join("")).toBe(text);
  expect(chunks.map(({ marked }) => marked).join("")).toBe(text.slice(3_990, 4_010));
  expect(chunks.every(({ after }) => after.isWellFormed())).toBe(true);
});
