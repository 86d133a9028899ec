/** PDFs made by hand. */
import { deflateSync } from "node:zlib";

interface Made {
  dict?: string;
  /** Other objects. */
  more?: string;
  pages?: number;
  /** The reference that a page gives as its content. */
  named?: string;
  /** How the content's object is written. */
  number?: string;
  /** The bytes after the word that announces the stream. */
  after?: string;
}

export const PACKED = "/Filter /FlateDecode";

/** Pages whose content is this. */
export function pdf(
  content: Buffer,
  { dict = PACKED, more = "", pages = 1, named = "4 0 R", number = "4 0", after = "" }: Made = {},
): Uint8Array {
  const kids = Array.from({ length: pages }, () => "3 0 R").join(" ");
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<</X0 10 0 R>>>>/Contents ${named}>>endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n${more}${number} obj<<${dict}/Length ${content.length}>>stream${after}\n`;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(head, "latin1"),
      content,
      Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
    ]),
  );
}

/** As a browser prints it: each page has a content of its own, packed, and the objects have a table of their places. */
export function printed(pages: readonly string[]): Uint8Array {
  const first = 4;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap((words, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * index + 1} 0 R>>`,
      streamOf(deflateSync(Buffer.from(`BT /F1 12 Tf 72 720 Td (${words}) Tj ET`))),
    ]),
  ];
  return withTable(objects);
}

function streamOf(bytes: Buffer): string {
  return `<<${PACKED}/Length ${bytes.length}>> stream\n${bytes.toString("latin1")}\nendstream`;
}

function withTable(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return new Uint8Array(Buffer.from(`${file}${table}${end}`, "latin1"));
}

/** A scan: each page is one picture, a JPEG by its first bytes alone. */
export function scan(pages: number): Uint8Array {
  const first = 3;
  const kids = Array.from({ length: pages }, (_, index) => `${first + 2 * index} 0 R`).join(" ");
  return withTable([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, (_, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</X0 ${first + 2 * index + 1} 0 R>>>>>>`,
      picture(`page ${index + 1}`),
    ]).flat(),
  ]);
}

function picture(bytes: string): string {
  const jpeg = `\u00ff\u00d8\u00ff${bytes}`;
  return `<</Type/XObject/Subtype/Image/Width 1200/Height 1600/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>> stream\n${jpeg}\nendstream`;
}
