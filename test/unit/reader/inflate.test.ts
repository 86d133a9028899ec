import { deflateRawSync, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Ending, inflate } from "../../../src/reader/inflate.ts";

function all(packed: Uint8Array): { bytes: Buffer; ending: Ending } {
  const pieces: Uint8Array[] = [];
  const work = inflate(packed);
  let next = work.next();
  for (; !next.done; next = work.next()) pieces.push(next.value);
  return { bytes: Buffer.concat(pieces), ending: next.value };
}

const WORDS = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `word${(i * 7919) % 10_007} `).join(""));
const NOISE = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
const behind = Buffer.from("\nendstream endobj");

test.each([0, 1, 6, 9])("what was packed at level %d is unpacked, and nothing behind it", (level) => {
  for (const content of [Buffer.alloc(0), WORDS, NOISE, Buffer.alloc(300_000, 32)])
    for (const strategy of [0, 2, 3, 4]) {
      const packed = Buffer.concat([deflateSync(content, { level, strategy }), behind]);
      const { bytes, ending } = all(packed);
      expect([bytes.equals(content), ending]).toEqual([true, "whole"]);
    }
});

test("what came before a fault is there", () => {
  const packed = deflateSync(WORDS);
  const { bytes, ending } = all(packed.subarray(0, packed.length / 2));
  expect(ending).toBe("damaged");
  expect(bytes.length).toBeGreaterThan(WORDS.length / 3);
  expect(WORDS.subarray(0, bytes.length).equals(bytes)).toBe(true);
});

test("what points before the beginning is zeros", () => {
  // A header, then the format's own codes: three bytes from one before, and the end.
  const bits = "1" + "10" + "0000001" + "00000" + "0000000";
  const byte = (at: number) => Number.parseInt([...bits.slice(at, at + 8)].reverse().join(""), 2);
  expect(all(Buffer.from([0x78, 0x9c, byte(0), byte(8), byte(16)]))).toEqual({
    bytes: Buffer.from([0, 0, 0]),
    ending: "whole",
  });
});

test("more blocks than their bytes account for come to an end", () => {
  const one = deflateRawSync(WORDS.subarray(0, 20), { finishFlush: 2 });
  const { ending } = all(Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(130_000).fill(one)]));
  expect(ending).toBe("endless");
});
