import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { type ByteSource, wholeFile } from "../../../src/export/files/byte-source.ts";
import { groupsOf } from "../../../src/export/files/groups.ts";
import { linesOf, valuesOf } from "../../../src/export/files/json-values.ts";
import { filesOfZip } from "../../../src/export/files/zip.ts";
import { unitsOf } from "../../../src/export/imports/read.ts";
import { isLeft } from "../../../src/export/item.ts";

const MB = 1_000_000;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function* inPieces(of: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = strToU8(of);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream(from, to) {
      for (let at = from; at < to; at += 7) yield bytes.subarray(at, Math.min(at + 7, to));
    },
  };
}

async function split(json: string, size: number, most = 1_000) {
  const found: string[] = [];
  for await (const piece of valuesOf(inPieces(json, size), most))
    found.push(piece instanceof Uint8Array ? text(piece).trim() : piece);
  return found;
}

test.each([1, 3, 100])(
  "a list is split the same way however its bytes arrive: %d at a time",
  async (size) => {
    expect(await split('\ufeff [{"a":[1,2]} , {"b":"],\\\\\\"}é"},3]', size)).toEqual([
      '{"a":[1,2]}',
      '{"b":"],\\\\\\"}é"}',
      "3",
    ]);
    expect(await split(' {"a":1} ', size)).toEqual(['{"a":1}']);
    expect(await split("[]", size)).toEqual([]);
    expect(await split('[1,"2', size)).toEqual(["1", "broken"]);
    expect(await split(`[1,${"9".repeat(30)},2]`, size, 20)).toEqual(["1", "too_long", "2"]);
    expect(await split("[".repeat(1_000), size)).toEqual(["broken"]);
  },
);

test("lines are split, and one that is too long costs itself alone", async () => {
  const found: string[] = [];
  for await (const piece of linesOf(inPieces(`{"a":1}\n\n${"9".repeat(30)}\r\n{"b":2}`, 4), 20))
    found.push(piece instanceof Uint8Array ? text(piece) : piece);
  expect(found).toEqual(['{"a":1}', "too_long", '{"b":2}']);
});

test("an archive is read by its ranges, and a damaged one is none", async () => {
  const zip = zipSync({
    "a/b.txt": strToU8("hello ".repeat(1_000)),
    "c.txt": [strToU8("stored"), { level: 0 }],
  });
  const files = (await filesOfZip(sourceOf(zip))) ?? [];
  const contents = await Promise.all(files.map((file) => wholeFile(file, 10_000)));
  expect(files.map(({ path }) => path)).toEqual(["a/b.txt", "c.txt"]);
  expect(contents.map((bytes) => bytes?.length)).toEqual([6_000, 6]);
  expect(await filesOfZip(sourceOf(strToU8("PK nothing")))).toBeUndefined();
  const cut = zip.slice();
  cut.fill(0, 10, 60);
  const [damaged] = (await filesOfZip(sourceOf(cut))) ?? [];
  await expect(damaged && wholeFile(damaged, 10_000)).rejects.toThrow();
});

/** A list of conversations of 1 MB each, which is made while it is read. */
function manyConversations(count: number) {
  const one = (index: number) => {
    const node = (role: string, words: string) => ({
      parent: null,
      message: { author: { role }, content: { content_type: "text", parts: [words] } },
    });
    return strToU8(
      `${index === 0 ? "[" : ","}${JSON.stringify({
        conversation_id: `c${index}`,
        title: `Conversation ${index}`,
        mapping: { a: node("user", "a".repeat(MB)) },
      })}${index === count - 1 ? "]" : ""}`,
    );
  };
  const sizes = Array.from({ length: count }, (_, index) => one(index).length);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const source: ByteSource = {
    size,
    async *stream(from, to) {
      if (to <= 2) return yield one(0).subarray(from, to);
      for (let index = 0; index < count; index++) yield one(index);
    },
  };
  return source;
}

test("an export of 100 MB is read with the memory of its longest conversation", async () => {
  const [group] = await groupsOf([{ path: "conversations.json", source: manyConversations(100) }]);
  globalThis.gc?.();
  let [seen, most] = [0, 0];
  const before = process.memoryUsage().arrayBuffers;
  if (!group) throw new Error("there is no group");
  for await (const unit of unitsOf(group)) {
    for (const finding of await unit.findings()) if (!isLeft(finding)) seen++;
    expect(unit.size).toBeLessThan(2 * MB);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(seen).toBe(100);
  expect(most).toBeLessThan(90 * MB);
});

test("files of a folder belong together, and of an archive its only folder is left away", async () => {
  const zip = zipSync({ "home/a.json": strToU8("[]"), "home/b.json": strToU8("[]") });
  const sent = ["x/a.json", "x/y/b.json", "c.json"].map((path) => ({
    path,
    source: sourceOf(strToU8("[]")),
  }));
  const groups = await groupsOf([...sent, { path: "x/z.zip", source: sourceOf(zip) }]);
  expect(groups.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
    ["x", ["a.json", "y/b.json"]],
    ["c.json", ["c.json"]],
    ["z.zip", ["a.json", "b.json"]],
  ]);
});
