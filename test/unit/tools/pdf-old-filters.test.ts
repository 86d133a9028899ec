/** PDFs from before deflate, as honest programs have written them. */
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readPdf } from "../../../src/reader/pdf.ts";
import {
  countedLzw,
  countedRuns,
  fromAscii85,
  fromHex,
  oldNames,
} from "../../../src/reader/pdf-old-filters.ts";
import { pdf } from "../../support/pdf.ts";

const PAGE = Buffer.from("BT /F1 1 Tf (The quick brown fox) Tj ET");

const hex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString("hex")}>`);

function ascii85(bytes: Uint8Array): Buffer {
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const four = Buffer.alloc(4);
    four.set(bytes.subarray(at, at + 4));
    let value = four.readUInt32BE();
    const group = Array.from({ length: 5 }, () => {
      const letter = String.fromCharCode(33 + (value % 85));
      value = Math.floor(value / 85);
      return letter;
    });
    letters.push(
      group
        .reverse()
        .join("")
        .slice(0, Math.min(4, bytes.length - at) + 1),
    );
  }
  return Buffer.from(`${letters.join("")}~>`);
}

/** Lawful, and without packing anything: each byte by itself, all cleared before codes grow. */
function lzw(bytes: Uint8Array): Buffer {
  const codes = [...bytes].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]));
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  return Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, "0")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
}

const runs = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length - 1), bytes, Buffer.of(128)]);

describe("a PDF whose page is written in an old way is read", () => {
  test.each([
    ["letters of base 85", "/Filter/ASCII85Decode", ascii85(PAGE)],
    ["packed, in letters of base 85", "/Filter [ /ASCII85Decode /FlateDecode ]", ascii85(deflateSync(PAGE))],
    ["packed, in hexadecimal letters", "/Filter[/AHx/Fl]", hex(deflateSync(PAGE))],
    ["LZW", "/Filter /LZWDecode", lzw(PAGE)],
    ["LZW in letters", "/Filter [/ASCII85Decode /LZWDecode]", ascii85(lzw(PAGE))],
    ["runs", "/Filter/RunLengthDecode", runs(PAGE)],
  ])("%s", async (_name, dict, content) => {
    expect(await readPdf(pdf(content, { dict }))).toContain("The quick brown fox");
  });

  test("an attached file is no filter that is said elsewhere", async () => {
    const more = "9 0 obj<</Type/Filespec/EF<</F 8 0 R>>>>endobj\n";
    expect(await readPdf(pdf(PAGE, { dict: "", more }))).toContain("The quick brown fox");
  });
});

test("a filter that stands where no program writes it is refused with what to do", async () => {
  const twice = pdf(runs(PAGE), { dict: "/Filter[/RL/RL]" });
  await expect(readPdf(twice)).rejects.toThrow("Print it to a new PDF");
});

test("decoding counts what it would give", () => {
  const text = Buffer.from("a\u0000b".repeat(60));
  expect(countedLzw(lzw(text))).toEqual({ size: 180, letters: 120 });
  expect(countedRuns(runs(text.subarray(0, 90)))).toEqual({ size: 90, letters: 60 });
  expect(countedRuns(Uint8Array.of(129, 97, 129, 0, 128))).toEqual({ size: 256, letters: 128 });
  expect(Buffer.from(fromAscii85(ascii85(text)))).toEqual(text);
  expect(Buffer.from(fromHex(hex(text)))).toEqual(text);
  expect([...fromAscii85(Buffer.from("z!~>"))]).toEqual([0, 0, 0, 0]);
});

test("names are known however they are written", () => {
  expect(oldNames("<</Fil#74er/LZ#57Decode>>")).toMatchObject({ hasPackers: true, isOdd: false });
  expect(oldNames("<</Filter[/FlateDecode/LZWDecode]>>")).toMatchObject({ hasPackers: true, isOdd: true });
  expect(oldNames("<</Filter % \n 7 0 R>>")).toMatchObject({ isElsewhere: true });
  expect(oldNames("<</Filter/FlateDecode/RLX 1>>")).toEqual({
    hasLetters: false,
    hasPackers: false,
    isOdd: false,
    isElsewhere: false,
  });
});
