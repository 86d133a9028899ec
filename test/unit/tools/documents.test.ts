/** Documents that other programs have made (pandoc, openpyxl), and some that are made to harm. */
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { documentText } from "../../../src/tools/documents/document-text.ts";
import { Package } from "../../../src/tools/documents/package.ts";

const fixture = async (name: string) =>
  documentText(new Uint8Array(await readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url))));

const TABLE = "| Bird | Pairs |\n| --- | --- |\n| Heron | 12 |\n| Egret \\| little | 3 |";

describe("a document as Markdown", () => {
  test("of Word has its headings, lists, tables and notes", async () => {
    const text = await fixture("minutes.docx");
    expect(text).toContain("# Attendance\n\nAnn, Bob and Çelik were there; see the table.[^20]");
    expect(text).toContain("- Boats\n  - the blue one\n- Nets");
    expect(text).toContain(`## Counted\n\n${TABLE}`);
    expect(text).toMatch(/Grüße, 鳥 and “quotes”\.\s+\[\^20\]: Bob came late\.$/);
  });

  test("of PowerPoint goes slide by slide", async () => {
    const text = await fixture("minutes.pptx");
    expect(text).toContain("## Slide 2 of 4: Attendance\n\n- Ann, Bob and Çelik were there");
    expect(text).toContain(TABLE);
  });

  test("of Excel has each sheet as a table, dates as dates and numbers as anybody writes them", async () => {
    expect(await fixture("counts.xlsx")).toBe(
      [
        "## Sheet Counts\n",
        "| Bird | Pairs | Seen | Share |",
        "| --- | --- | --- | --- |",
        "| Heron | 12 | 2026-05-03 | 0.3 |",
        "| Egret \\| little | 3 | 2026-05-04 17:30 |  |",
        "| TRUE | =B2+B3 |  |  |\n",
        "## Sheet Empty\n\n(empty)",
      ].join("\n"),
    );
  });

  test("that is a book goes chapter by chapter, without ways that lead nowhere", async () => {
    const text = await fixture("minutes.epub");
    expect(text).toContain("Ann, Bob and **Çelik** were there");
    expect(text).toContain(TABLE);
    expect(text).not.toContain("epub:");
  });

  test("of rich text has its paragraphs and cells", async () => {
    const text = await fixture("minutes.rtf");
    expect(text).toContain("Attendance\n\nAnn, Bob and Çelik were there");
    expect(text).toContain("Heron | 12 |");
    expect(text).toContain("Grüße, 鳥 and “quotes”.");
  });
});

describe("what is made to harm", () => {
  test("a bomb whose archive says that it is small is unpacked up to the limit, and no further", async () => {
    const bytes = archiveOf("word/document.xml", Buffer.alloc(80_000_000, "x"));
    expect(bytes.length).toBeLessThan(200_000);
    expect((await Package.open(bytes)?.text("word/document.xml", 1_000_000))?.length).toBe(1_000_000);
  });

  test("a sheet of many rows says how many are there", async () => {
    const rows = Array.from(
      { length: 90_000 },
      (_, at) => `<row><c><v>${at}</v></c><c t="str"><v>${"word ".repeat(6)}</v></c></row>`,
    );
    const sheet = `<worksheet><dimension ref="A1:B90000"/><sheetData>${rows.join("")}</sheetData></worksheet>`;
    const text = await documentText(
      archiveOf(
        [
          "xl/workbook.xml",
          '<workbook xmlns:r="r"><sheets><sheet name="Big" r:id="r1"/></sheets></workbook>',
        ],
        ["xl/_rels/workbook.xml.rels", '<r><Relationship Id="r1" Target="worksheets/sheet1.xml"/></r>'],
        ["xl/worksheets/sheet1.xml", sheet],
      ),
    );
    expect(text?.length).toBeLessThan(2_001_000);
    expect(text).toMatch(
      /\[the rest was left out; the first \d{5} of 90000 rows of this sheet are here; the workbook has the sheets Big\]$/,
    );
  });

  test("nesting that no document has is not followed", async () => {
    const nested = `<w:document>${"<w:a>".repeat(2_000_000)}`;
    await expect(documentText(archiveOf("word/document.xml", Buffer.from(nested)))).rejects.toThrow(
      "no text",
    );
  });

  test("an archive without a reader for its files is refused", async () => {
    await expect(documentText(archiveOf("notes.txt", Buffer.from("x")))).rejects.toThrow(
      "archive in an archive",
    );
  });

  test("an archive that breaks off is damaged", async () => {
    const bytes = new TextEncoder().encode("PK\u0003\u0004 and then nothing");
    await expect(documentText(bytes)).rejects.toThrow("It is damaged");
  });

  test("an archive that points beyond its end is damaged", async () => {
    const bytes = archiveOf("word/document.xml", Buffer.from("<w:t>x</w:t>"));
    new DataView(bytes.buffer).setUint32(
      bytes.length - 22 - 4 - "word/document.xml".length,
      4_000_000_000,
      true,
    );
    await expect(documentText(bytes)).rejects.toThrow("It is damaged.");
  });
});

type Member = [path: string, content: string | Buffer];

/** A zip archive that says of each file that it unpacks to 100 bytes. */
function archiveOf(...given: Member[] | [string, Buffer]): Uint8Array<ArrayBuffer> {
  const members = typeof given[0] === "string" ? [given as Member] : (given as Member[]);
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [path, content] of members) {
    const packed = deflateRawSync(Buffer.from(content));
    const name = Buffer.from(path);
    const sizes = Buffer.alloc(26);
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt16LE(8, 4);
    sizes.writeUInt32LE(packed.length, 14);
    sizes.writeUInt32LE(100, 18);
    sizes.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from("PK\u0003\u0004", "latin1"), sizes, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), sizes, rest, name);
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
