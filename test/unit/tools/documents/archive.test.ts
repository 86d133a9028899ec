/** Archives are listed, and what stands in them is read as any other file. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readPdf } from "../../../../src/reader/pdf.ts";
import { readFile } from "../../../../src/tools/files/file-text.ts";
import { printed } from "../../../support/pdf.ts";

const read = (files: Record<string, Uint8Array>, name = "a.zip") =>
  readFile({ bytes: zipSync(files), media_type: "application/zip", name }, readPdf);
const word = zipSync({
  "word/document.xml": strToU8("<w:document><w:p><w:r><w:t>A letter</w:t></w:r></w:p></w:document>"),
});

test("an archive has its list, the texts of its files, and why others have none", async () => {
  const text = await read({
    "docs/letter.docx": word,
    "docs/print.pdf": printed(["A print"]),
    "birds.csv": strToU8("bird,pairs\nHeron,12"),
    "pond.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0),
    "__MACOSX/docs/._letter.docx": strToU8("x"),
  });
  expect(text).toBe(
    [
      "Archive of 4 files:\n",
      "- docs/letter.docx\n- docs/print.pdf\n- birds.csv\n- pond.png",
      "\n# docs/letter.docx\n\nA letter",
      "\n# docs/print.pdf\n\n[page 1 of 1]\nA print",
      "\n# birds.csv\n\n| bird | pairs |\n| --- | --- |\n| Heron | 12 |",
      "\n# pond.png\n\n[Its format isn't supported.]",
    ].join("\n"),
  );
});

describe("what is made to harm", () => {
  test("archives within archives are read into once", async () => {
    let bytes = zipSync({ "a.txt": strToU8("deep") });
    for (let depth = 0; depth < 5; depth++) bytes = zipSync({ "inner.zip": bytes });
    const text = await readFile({ bytes, media_type: "application/zip" }, readPdf);
    expect(text).toBe(
      "Archive of 1 file:\n\n- inner.zip\n\n# inner.zip\n\n[It is an archive in an archive. Unpack it and send the files in it.]",
    );
  });

  test("files that unpack to more than is read are named and left out", async () => {
    const big = new Uint8Array(26_000_000).fill(120);
    const text = await read({ "big.txt": big, "small.txt": strToU8("small") });
    expect(text).toContain("# big.txt\n\n[It is too large to be read here.]");
    expect(text).toContain("# small.txt\n\nsmall");
  });

  test("of thousands of files some are listed, fewer are read, and the rest is counted", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`${at}.txt`, strToU8(`t${at}`)]),
    );
    const text = await read(files);
    expect(text).toContain("Archive of 600 files:");
    expect(text).toContain("- and 100 more");
    expect(text).toContain("[the texts of 540 more files were left out]");
  });
});

test("a mail has the texts of what is attached to it", async () => {
  const mail = [
    "From: ida@example.org",
    "Subject: Birds",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "See the table.",
    "--b",
    'Content-Type: text/csv; name="birds.csv"',
    'Content-Disposition: attachment; filename="birds.csv"',
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("bird;pairs\nHeron;12").toString("base64"),
    "--b--",
  ].join("\r\n");
  const file = { bytes: strToU8(mail), media_type: "message/rfc822", name: "a.eml" };
  expect(await readFile(file, readPdf)).toBe(
    "From: ida@example.org\nSubject: Birds\nAttachments: birds.csv\n\nSee the table.\n\n# Attachment birds.csv\n\n| bird | pairs |\n| --- | --- |\n| Heron | 12 |",
  );
});

test("entities that name each other without end stand for nothing", async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>';
  const xml = `${bomb}<w:document><w:p><w:r><w:t>one &c; two</w:t></w:r></w:p></w:document>`;
  const bytes = zipSync({ "word/document.xml": strToU8(xml) });
  expect(await readFile({ bytes, media_type: "application/zip" }, readPdf)).toBe("one &c; two");
});

test("a Pages document with a print in it is read by its print", async () => {
  const pages = { "Index/Document.iwa": strToU8("x"), "QuickLook/Preview.pdf": printed(["Minutes"]) };
  expect(await read(pages, "minutes.pages")).toBe("[page 1 of 1]\nMinutes");
});
