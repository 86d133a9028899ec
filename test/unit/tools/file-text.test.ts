import { describe, expect, test } from "vitest";
import { readPdf } from "../../../src/reader/pdf.ts";
import { fileText, mayHoldText, readFile } from "../../../src/tools/files/file-text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** One page that says "Hello heron". */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 39>>stream
BT /F 12 Tf 10 10 Td (Hello heron) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Nobody's password fits these. */
const LOCK = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"11".repeat(32)}>/U<${"22".repeat(32)}>>>`;

describe("the text of a file", () => {
  test("is what it says, in any script", async () => {
    expect(await fileText({ bytes: bytes("Grüße, 鳥"), media_type: "text/plain" }, readPdf)).toBe(
      "Grüße, 鳥",
    );
  });

  test("is that of a PDF, whatever type it was sent under", async () => {
    expect(await fileText({ bytes: bytes(PDF), media_type: "application/octet-stream" }, readPdf)).toContain(
      "Hello heron",
    );
  });

  test.each([
    ["bytes", Uint8Array.from([0, 1, 2]), "application/octet-stream"],
    ["a picture", bytes("<not looked at>"), "image/png"],
    ["what only begins like a PDF", bytes("%PDF-1.7 and then nothing"), "application/pdf"],
  ])("is none when it is %s", async (_what, content, media_type) => {
    expect(await fileText({ bytes: content, media_type }, readPdf)).toBeUndefined();
  });

  test("is not looked for in sound, pictures and archives", () => {
    expect(["audio/mpeg", "image/png", "video/mp4", "application/gzip"].map(mayHoldText)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(mayHoldText("text/markdown")).toBe(true);
  });

  test("says of scans and pictures, as data, that their words may be recognized", async () => {
    const scan = bytes(PDF.replace("(Hello heron) Tj", "              "));
    expect(await readFile({ bytes: scan, media_type: "application/pdf" }, readPdf)).toMatchObject({
      scan: "pdf",
    });
    for (const media_type of ["image/png", "image/heic", "image/tiff"])
      expect(await readFile({ bytes: bytes("x"), media_type }, readPdf)).toMatchObject({ scan: "picture" });
    expect(await readFile({ bytes: bytes("x"), media_type: "video/mp4" }, readPdf)).not.toHaveProperty(
      "scan",
    );
  });

  test.each([
    ["a locked PDF", PDF.replace("trailer<<", `trailer<<${LOCK}`), "The PDF is password-protected"],
    ["a damaged PDF", "%PDF-1.7 and then nothing", "The PDF is damaged."],
    ["a scan", PDF.replace("(Hello heron) Tj", "              "), "it is a scan"],
    ["an archive that breaks off", "PK\u0003\u0004", "It is damaged"],
    ["bytes", "\u0000\u0001", "isn't supported"],
  ])("is none of %s, and the reason is told", async (_what, content, reason) => {
    const file = { bytes: bytes(content), media_type: "application/octet-stream" };
    expect(await readFile(file, readPdf)).toMatchObject({ problem: expect.stringContaining(reason) });
  });
});
