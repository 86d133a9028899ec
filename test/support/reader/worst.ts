/** The worst PDFs that are known. */
import { brotliCompressSync, constants, deflateSync } from "node:zlib";
import { MOST_LETTERS } from "../../../src/reader/pdf-bomb-check.ts";
import { PACKED, pdf } from "../pdf.ts";

/** As often as a page may have it: one more and nobody reads it. */
const full = (text: string) => packed(text.repeat(Math.floor((MOST_LETTERS - 50_000) / text.length)));
const packed = (text: string) => deflateSync(Buffer.from(text), { level: 9 });
/** Object 7, which stands in a stream of objects, with the table that says so. */
const packedObject = (text: string) => {
  const inside = packed(`7 0 ${text}`).toString("latin1");
  return `6 0 obj<</Type/ObjStm/N 1/First 4${PACKED}/Length ${inside.length}>>stream\n${inside}\nendstream endobj\n8 0 obj<</Type/XRef/Size 9/W[1 1 1]/Index[7 1]/Root 1 0 R/Length 3>>stream\n\x02\x06\x00\nendstream endobj\n`;
};
/** A form that may show the next one. */
const form = (n: number, inside: string) =>
  `${n} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<</X${n - 9} ${n + 1} 0 R>>>>/Length ${inside.length}>>stream\n${inside}\nendstream endobj\n`;
/** Ten, each showing the next ten times. */
const forms = (last: string) =>
  Array.from({ length: 10 }, (_, i) => form(10 + i, i === 9 ? last : `/X${i + 1} Do `.repeat(10))).join("");
/** Each byte twice in letters. */
const hex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString("hex")}>`);
/** Codes of LZW that each stand for one blank more than the one before, until all is cleared. */
function lzwOf(codes: number): Buffer {
  const bits: string[] = [];
  let next = 257;
  for (let i = 0; i < codes; i++) {
    const width = Math.min(12, Math.max(9, 32 - Math.clz32(next + 1)));
    const code = next === 257 ? 32 : next > 4090 ? 256 : next;
    bits.push(code.toString(2).padStart(width, "0"));
    next = code === 256 ? 257 : next + 1;
  }
  return Buffer.from(
    bits
      .join("")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
}
const runs = (times: number) => Buffer.from("\x81 ".repeat(times), "latin1");
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const LZW = "/Filter/LZWDecode";
/** A page that shows one form again and again. */
const shown = (inside: Buffer, { dict = PACKED, times = 1_000 } = {}) =>
  pdf(packed("/X0 Do ".repeat(times)), {
    more: `10 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>>>${dict}/Length ${inside.length}>>stream\n${inside.toString("latin1")}\nendstream endobj\n`,
  });
const LETTER = "BT /F1 1 Tf (a) Tj ET";
/** A stream of deflate that points before its beginning, and goes on. */
const broken = (text: string) => {
  const bytes = packed(text);
  // Behind the header: three bytes from before the beginning, in a block of the format's own codes, and an empty block.
  const bits = `0${"10"}${"0000001"}${"00000"}${"0000000"}${"000"}`.padEnd(32, "0");
  const block = bits.match(/.{8}/g)?.map((each) => Number.parseInt([...each].reverse().join(""), 2)) ?? [];
  return Buffer.concat([bytes.subarray(0, 2), Buffer.from([...block, 0, 0, 0xff, 0xff]), bytes.subarray(2)]);
};
/** Made once: several of them begin with it. */
const bombOf = once(() => packed("q Q ".repeat(9_000_000)));
const lzwBombOf = once(() => lzwOf(400_000));
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
export const WORST_PDFS: Readonly<Record<string, () => Uint8Array>> = {
  "a page that unpacks to a thousand times its size": () => pdf(bombOf()),
  "the same, named four times": () => pdf(bombOf(), { named: "[4 0 R 4 0 R 4 0 R 4 0 R]" }),
  "a page that names one stream many times, whose number is followed by a remark": () =>
    pdf(full("q Q "), { named: `[${"4 0 R ".repeat(20)}]`, number: "4%\n0" }),
  "a bomb that begins in the line after next to nothing": () => pdf(bombOf(), { after: " of bytes" }),
  "a bomb whose header is odd": () => pdf(Buffer.concat([Buffer.from([0x88, 0x1c]), bombOf().subarray(2)])),
  "a bomb of Brotli": () =>
    pdf(brotliCompressSync(Buffer.from("q Q ".repeat(9_000_000)), QUICKLY), { dict: "/Filter/BrotliDecode" }),
  "a bomb that is broken at its end": () => pdf(bombOf().subarray(0, -9)),
  "a bomb that points before its beginning": () => pdf(broken("q Q ".repeat(9_000_000))),
  "a form that shows nothing, again and again": () => shown(full("q Q ")),
  "a form of many operators and a letter": () => shown(packed(`${"q Q ".repeat(480_000)}${LETTER}`)),
  "a form of what is no operator": () => shown(packed(`${"x ".repeat(960_000)}${LETTER}`)),
  "a form of blanks": () => shown(packed(`${" ".repeat(1_900_000)}${LETTER}`), { times: 100 }),
  "a form that is not packed": () => shown(Buffer.from(`${"q Q ".repeat(480_000)}${LETTER}`), { dict: "" }),
  "a stream that unpacks to a hundred times its size": () => pdf(deflateSync(Buffer.alloc(100_000_000, 32))),
  "a stream that is packed twice": () =>
    pdf(deflateSync(deflateSync(Buffer.alloc(100_000_000, 32))), {
      dict: "/Filter[/FlateDecode/FlateDecode]",
    }),
  "operators that show nothing": () => pdf(full("q Q ")),
  "a word at a time": () => pdf(full("BT /F1 1 Tf (a) Tj ET ")),
  "one long word": () => pdf(packed(`BT /F1 1 Tf (${"a".repeat(MOST_LETTERS - 50_000)}) Tj ET`)),
  numbers: () => pdf(full("1 ")),
  "lists in lists": () => pdf(full("[")),
  "dictionaries in dictionaries": () => pdf(full("<<")),
  "a font that is set again and again": () => pdf(full("BT /F1 1 Tf ET ")),
  matrices: () => pdf(full("1 0 0 1 0 0 cm ")),
  "forms in forms, ten billion of them": () =>
    pdf(packed("/X0 Do"), { more: forms("BT /F1 1 Tf (a) Tj ET") }),
  "forms in forms that show nothing": () => pdf(packed("/X0 Do"), { more: forms("q Q") }),
  "more pages than anybody reads": () => pdf(packed("BT /F1 1 Tf (a) Tj ET "), { pages: 200_000 }),
  "the same page many times": () => pdf(packed("BT /F1 1 Tf (abc) Tj ET ".repeat(20_000)), { pages: 300 }),
  "a page that names one stream many times": () => pdf(full("q Q "), { named: `[${"4 0 R ".repeat(20)}]` }),
  "a page whose list of streams has a remark in it": () =>
    pdf(full("q Q "), { named: `[4 0 R%]\n${"04 0R".repeat(20)}]` }),
  "a page that names a list, which names one stream many times": () =>
    pdf(full("q Q "), { named: "7 0 R", more: `7 0 obj[${"4 0 R ".repeat(20)}]endobj\n` }),
  "a page that names a list that is packed": () =>
    pdf(full("q Q "), { named: "7 0 R", more: packedObject(`[${"4 0 R ".repeat(20)}]`) }),
  "a stream that is not packed at all": () => pdf(Buffer.from("q Q ".repeat(2_000_000)), { dict: "" }),
  "a bomb written as letters": () =>
    pdf(hex(deflateSync(Buffer.from("q Q ".repeat(25_000_000)))), {
      dict: "/Filter[/ASCIIHexDecode/FlateDecode]",
    }),
  "a bomb of LZW": () => pdf(lzwBombOf(), { dict: LZW }),
  "a bomb of LZW written as letters": () => pdf(hex(lzwBombOf()), { dict: "/Filter [ /AHx /LZW ]" }),
  "a bomb of LZW whose name is disguised": () => pdf(lzwBombOf(), { dict: "/Fil#74er/L#5aWDecode" }),
  "a bomb of LZW named elsewhere": () =>
    pdf(lzwBombOf(), { dict: "/Filter 7 0 R", more: "7 0 obj/LZWDecode endobj\n" }),
  "a bomb of LZW named where it is packed": () =>
    pdf(lzwBombOf(), { dict: "/Filter%\n7 0 R", more: packedObject("/LZWDecode") }),
  "runs in runs": () => pdf(runs(60_000), { dict: "/Filter[/RunLengthDecode/RunLengthDecode]" }),
  "long runs": () => pdf(runs(1_000_000), { dict: "/Filter/RL" }),
  "what is nothing, as LZW": () => pdf(Buffer.alloc(8_000_000, 0xa5), { dict: LZW }),
  "streams that are none": () => pdf(Buffer.from("stream\nx\x9c".repeat(500_000), "latin1"), { dict: "" }),
  "objects that never end": () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"1 0 obj ".repeat(200_000)}`)),
  "tables of objects": () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"xref\n0 99999999\n".repeat(300_000)}`)),
  trailers: () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"trailer<</Root 1 0 R>>".repeat(200_000)}`)),
};
