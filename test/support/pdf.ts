/** PDFs made by hand. */

interface Made {
  dict?: string;
  /** Other objects. */
  more?: string;
  pages?: number;
  /** What a page names as its content. */
  named?: string;
}

export const PACKED = "/Filter /FlateDecode";

/** Pages whose content is this. */
export function pdf(
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
