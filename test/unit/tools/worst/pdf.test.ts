/** The worst PDFs that are known. */
import { deflateSync } from "node:zlib";
import { readPdf } from "../../../../src/tools/web/pdf.ts";
import { MOST_LETTERS } from "../../../../src/tools/web/pdf-packing.ts";
import { noneHolds } from "./none-holds.ts";

interface Made {
  dict?: string;
  /** Other objects. */
  more?: string;
  pages?: number;
  /** What a page names as its content. */
  named?: string;
}

const PACKED = "/Filter /FlateDecode";

/** Pages whose content is this. */
function pdf(
  content: Buffer,
  { dict = PACKED, more = "", pages = 1, named = "4 0 R" }: Made = {},
): Uint8Array {
  const kids = Array.from({ length: pages }, () => "3 0 R").join(" ");
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<</X0 10 0 R>>>>/Contents ${named}>>endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n${more}4 0 obj<<${dict}/Length ${content.length}>>stream\n`;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(head, "latin1"),
      content,
      Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
    ]),
  );
}
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
const PDFS: Record<string, () => Uint8Array> = {
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
  "streams that are none": () => pdf(Buffer.from("stream\nx\x9c".repeat(500_000), "latin1"), { dict: "" }),
  "objects that never end": () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"1 0 obj ".repeat(200_000)}`)),
  "tables of objects": () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"xref\n0 99999999\n".repeat(300_000)}`)),
  trailers: () => new Uint8Array(Buffer.from(`%PDF-1.4\n${"trailer<</Root 1 0 R>>".repeat(200_000)}`)),
};

const settled = (make: () => Uint8Array) => {
  const bytes = make();
  return () => readPdf(bytes).catch(() => undefined);
};
noneHolds("PDF", Object.fromEntries(Object.entries(PDFS).map(([name, make]) => [name, settled(make)])));
