/** Lists of streams that are a page's content. */
import { expect, test } from "vitest";
import { ListReader, objectsAt } from "../../../src/reader/pdf-lists.ts";

function listsIn(...pieces: readonly string[]): number[][] {
  const reader = new ListReader();
  for (const piece of pieces) reader.read(Buffer.from(piece));
  return reader.lists;
}

test("lists of references are found, however they are written", () => {
  expect(listsIn("/Contents [4 0 R 15 0 R]")).toEqual([[4, 15]]);
  expect(listsIn("[4 0R4 0R\n+4 0 R 4.0 0 R]")).toEqual([[4, 4, 4, 4]]);
  expect(listsIn("[4 0 R % and ]\n 5 0 R [4 0 R]")).toEqual([]);
  expect(listsIn("[4 0 R % and ]\n 5 0 R]")).toEqual([[4, 5]]);
});

test("one may go on in the next piece, and one that ends nowhere is forgotten", () => {
  expect(listsIn("7 0 obj [4 0", " R 5 ", "0 R] endobj")).toEqual([[4, 5]]);
  expect(listsIn(`[${"4 0 R ".repeat(200_000)}`, "5 0 R 6 0 R]")).toEqual([]);
});

test("what is no list of references is none of them", () => {
  expect(listsIn("[(a) -20 (b)] TJ [1 0 0 1] [/R 4 0 R 5 0 R] [4 0 R]")).toEqual([]);
});

test("a place is in the object that began last before it", () => {
  const file = "%PDF\n3 0 obj<<>>endobj 12  0 obj<<>>stream";
  expect(objectsAt(Buffer.from(file), [2, file.indexOf("<<"), file.length])).toEqual([[0], [3], [12]]);
});

test("where it depends on what is a remark, it is in both", () => {
  const file = "1 0 obj 4%\n0 obj<<>>stream";
  expect(objectsAt(Buffer.from(file), [file.length])).toEqual([[1, 4]]);
});
