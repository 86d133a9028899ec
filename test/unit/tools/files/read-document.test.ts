import { expect, it } from "vitest";
import { readPdf } from "../../../../src/reader/pdf.ts";
import { readFile } from "../../../../src/tools/files/file-text.ts";

const STREAM = "BT /F1 12 Tf 20 100 Td (Hello there) Tj ET";
const PDF = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
  `4 0 obj<</Length ${STREAM.length}>>stream\n${STREAM}\nendstream endobj`,
  "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
  "trailer<</Root 1 0 R>>",
].join("\n");

it("a PDF is given as its words", async () => {
  const bytes = new TextEncoder().encode(PDF);
  expect(await readFile({ bytes, media_type: "application/pdf" }, readPdf)).toContain("Hello there");
});
