/** Office documents in small: each says in XML what a program would show. */
import { describe, expect, test } from "vitest";
import { documentText } from "../../../../src/tools/documents/document-text.ts";
import { readOffice as read, relations } from "../../../support/office.ts";

describe("a Word document", () => {
  const body = (xml: string, more: Record<string, string> = {}) =>
    read({ "word/document.xml": `<w:document><w:body>${xml}</w:body></w:document>`, ...more });
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%1.%2)")}</w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num></w:numbering>`;
  const point = (at: number, text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

  test("has the numbers of its points", async () => {
    const points = [point(0, "Price"), point(1, "net"), point(1, "gross"), point(0, "Place")].join("");
    expect(await body(points, { "word/numbering.xml": numbering })).toBe(
      "1. Price\n  1.a) net\n  1.b) gross\n2. Place",
    );
  });

  test("has its links, by relation and by field", async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const xml = `<w:p><w:hyperlink r:id="r1"><w:r><w:t>our page</w:t></w:r></w:hyperlink><w:r><w:t> and </w:t></w:r>${field("begin")}<w:r><w:instrText> HYPERLINK "https://b.example/" </w:instrText></w:r>${field("separate")}<w:r><w:t>theirs</w:t></w:r>${field("end")}</w:p>`;
    const rels = { "word/_rels/document.xml.rels": relations(["r1", "https://a.example/x"]) };
    expect(await body(xml, rels)).toBe("[our page](https://a.example/x) and [theirs](https://b.example/)");
  });

  test("has its hyphens, and nothing that is hidden", async () => {
    const xml =
      "<w:p><w:r><w:t>A</w:t><w:noBreakHyphen/><w:t>12</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:t> seen</w:t></w:r></w:p>";
    expect(await body(xml)).toBe("A-12 seen");
  });
});

describe("a workbook", () => {
  test("has shared formulas for each cell, percentages, and comments", async () => {
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*$C$1</f></c><c r="B1" s="1"><v>0.195</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/></c></row></sheetData></worksheet>`;
    const text = await read({
      "xl/workbook.xml": '<workbook><sheets><sheet name="One" state="hidden" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relations(["r1", "worksheets/sheet1.xml"]),
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      "xl/worksheets/sheet1.xml": sheet,
      "xl/worksheets/_rels/sheet1.xml.rels": relations(["r1", "../comments1.xml"]),
      "xl/comments1.xml":
        '<comments><comment ref="B1"><text><r><t>To be checked</t></r></text></comment></comments>',
    });
    expect(text).toBe(
      "## Sheet One (hidden)\n\n| =B1*$C$1 | 19.50% |\n| --- | --- |\n| =B2*$C$1 |  |\n\n- Comment on B1: To be checked",
    );
  });
});

describe("OpenDocument", () => {
  const content = (xml: string) =>
    read({
      mimetype: "application/vnd.oasis.opendocument",
      "content.xml": `<office:document-content><office:body>${xml}</office:body></office:document-content>`,
    });

  test("a sheet has its cells where they are, as they are shown", async () => {
    const cell = (text: string, more = "") =>
      `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
    const xml = `<office:spreadsheet><table:table table:name="Costs">${row(cell("Item") + cell("Net") + cell("Gross"))}${row(`${cell("Desk", 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell("120 €")}`)}${row(`<table:table-cell table:number-columns-repeated="2"/><table:table-cell table:formula="of:=SUM([.C2:.C2])"/><table:table-cell table:number-columns-repeated="1000"/>`)}</table:table></office:spreadsheet>`;
    expect(await content(xml)).toBe(
      "## Sheet Costs\n\n| Item | Net | Gross |\n| --- | --- | --- |\n| Desk | Desk | 120 € |\n|  |  | =SUM(C2:C2) |",
    );
  });

  test("a text has its lists, notes and comments, and nothing that was deleted", async () => {
    const xml = `<office:text><text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes><text:p>Paid<office:annotation><dc:creator>Ida</dc:creator><dc:date>2026-01-01</dc:date><text:p>When?</text:p></office:annotation> in<text:s/>May.</text:p><text:list><text:list-item><text:p>Nets</text:p></text:list-item></text:list></office:text>`;
    expect(await content(xml)).toBe("Paid[^1] in May.\n\n- Nets\n[^1]: Ida: When?");
  });

  test("slides have their titles and points", async () => {
    const xml = `<office:presentation><draw:page draw:name="Start"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame></draw:page><draw:page draw:name="End"><draw:frame><draw:text-box><text:p>Bye</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`;
    expect(await content(xml)).toBe("## Slide 1 of 2: Start\n\nHello\n\n## Slide 2 of 2: End\n\nBye");
  });

  test("with a password it says so", async () => {
    const manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    await expect(read({ "content.xml": "x", "META-INF/manifest.xml": manifest })).rejects.toThrow(
      "password-protected",
    );
  });
});

test("rich text in Japanese has its letters", async () => {
  const rtf = "{\\rtf1\\ansi\\ansicpg932 \\'93\\'fa\\'96{\\'83e\\par}";
  expect(await documentText(new TextEncoder().encode(rtf))).toContain("日");
});

test("a Pages document is named for what it is", async () => {
  await expect(read({ "Index/Document.iwa": "x" })).rejects.toThrow("Export it as PDF");
});
