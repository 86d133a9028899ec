/** Parts of a document beside its plain text: formulas, boxes, pictures, links, comments. */
import { describe, expect, test } from "vitest";
import { readOffice, relations } from "../../../support/office.ts";

const math = (xml: string) => `<m:oMath>${xml}</m:oMath>`;
const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

describe("a Word document", () => {
  const word = (xml: string, more: Record<string, string> = {}) =>
    readOffice({ "word/document.xml": `<w:document><w:body>${xml}</w:body></w:document>`, ...more });

  test.each([
    [`<m:f><m:num>${run("a")}</m:num><m:den>${run("b")}</m:den></m:f>`, "\\frac{a}{b}"],
    [
      `<m:sSubSup><m:e>${run("x")}</m:e><m:sub>${run("i")}</m:sub><m:sup>${run("2")}</m:sup></m:sSubSup>`,
      "x_{i}^{2}",
    ],
    [`<m:rad><m:deg>${run("3")}</m:deg><m:e>${run("x")}</m:e></m:rad>`, "\\sqrt[3]{x}"],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run("k=1")}</m:sub><m:sup>${run("n")}</m:sup><m:e>${run("k")}</m:e></m:nary>`,
      "\\sum_{k=1}^{n} k",
    ],
    [
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m><m:mr><m:e>${run("1")}</m:e><m:e>${run("0")}</m:e></m:mr><m:mr><m:e>${run("0")}</m:e><m:e>${run("1")}</m:e></m:mr></m:m></m:e></m:d>`,
      "\\left[\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}\\right]",
    ],
    [
      `<m:func><m:fName>${run("sin")}</m:fName><m:e><m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr><m:e>${run("v")}</m:e></m:acc></m:e></m:func>`,
      "\\sin{\\vec{v}}",
    ],
  ])("has the formula %#", async (xml, tex) => {
    expect(await word(`<w:p><w:r><w:t>so </w:t></w:r>${math(xml)}</w:p>`)).toBe(`so $${tex}$`);
    expect(await word(`<w:p><m:oMathPara>${math(xml)}</m:oMathPara></w:p>`)).toBe(`$$${tex}$$`);
  });

  test("is read to its end behind a formula that is nested without end", async () => {
    const deep = "<m:e>".repeat(300) + run("x") + "</m:e>".repeat(300);
    expect(await word(`<w:p>${math(deep)}</w:p><w:p><w:r><w:t>after</w:t></w:r></w:p>`)).toBe("after");
  });

  test("has its boxes once, and the words of its pictures", async () => {
    const box = "<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>";
    const xml = `<w:p><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr descr="A heron"/>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:p>`;
    expect(await word(xml)).toBe("[picture: A heron] boxed");
  });

  test("has what is chosen in its lists, words without their readings, and pages put in whole", async () => {
    const list =
      '<w:p><w:r><w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/></w:ddList></w:r></w:p>';
    const ruby =
      "<w:p><w:ruby><w:rt><w:r><w:t>よみ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>読</w:t></w:r></w:rubyBase></w:ruby></w:p>";
    const files = {
      "word/_rels/document.xml.rels": relations(["c1", "part.html"]),
      "word/part.html": "<p>From a <b>page</b></p>",
    };
    expect(await word(`${list}${ruby}<w:altChunk r:id="c1"/>`, files)).toBe("yes\n\n読\n\nFrom a **page**");
  });
});

describe("a workbook", () => {
  const book = (sheet: string, more: Record<string, string> = {}) =>
    readOffice({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relations(["r1", "worksheets/sheet1.xml"]),
      "xl/worksheets/sheet1.xml": `<worksheet>${sheet}</worksheet>`,
      ...more,
    });
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

  test("repeats the text of merged cells, so that each row can be read alone", async () => {
    const rows = `<row r="1">${cell("A1", "North")}${cell("B1", "Q1")}</row><row r="2">${cell("B2", "Q2")}</row><row r="3">${cell("A3", "Closed")}</row>`;
    const merges = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="A3:B3"/></mergeCells>';
    expect(await book(`<sheetData>${rows}</sheetData>${merges}`)).toBe(
      "## Sheet S\n\n| North | Q1 |\n| --- | --- |\n| North | Q2 |\n| Closed | Closed |",
    );
  });

  test("does not repeat a title over a whole page, and is not filled up by a range without end", async () => {
    const rows = `<row r="1">${cell("A1", "Title")}</row>`;
    const merges = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>';
    expect(await book(`<sheetData>${rows}</sheetData>${merges}`)).toBe("## Sheet S\n\n| Title |\n| --- |");
  });

  test("is read in time where thousands of ranges lie upon each other", async () => {
    const rows = Array.from(
      { length: 400 },
      (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, "x")}</row>`,
    );
    const merges = `<mergeCells>${'<mergeCell ref="A1:A400"/>'.repeat(20_000)}</mergeCells>`;
    expect(await book(`<sheetData>${rows.join("")}</sheetData>${merges}`)).toContain("| x |");
  });

  test("has links, threads of comments, text boxes, pictures' words, charts, and the texts of its pages", async () => {
    const sheet = `<sheetData><row r="1">${cell("A1", "Offer")}</row></sheetData><hyperlinks><hyperlink ref="A1" r:id="l"/></hyperlinks><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"Plan &amp;P</oddHeader></headerFooter><drawing r:id="d"/>`;
    const thread =
      "<ThreadedComments><threadedComment ref='A1'><text>Still open?</text></threadedComment></ThreadedComments>";
    const note =
      "<comments><comment ref='A1'><text><t>[Threaded comment] Your version of Excel</t></text></comment></comments>";
    const chart = `<c:chart><c:title><a:t>Visitors</a:t></c:title><c:plotArea><c:ser><c:tx><c:v>2026</c:v></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>7</c:v></c:pt></c:val></c:ser><c:catAx><c:title><a:t>Month</a:t></c:title></c:catAx></c:plotArea></c:chart>`;
    const drawing = `<xdr:wsDr><xdr:cNvPr descr="A map"/><a:p><a:t>Boxed words</a:t></a:p><c:chart r:id="k"/></xdr:wsDr>`;
    const text = await book(sheet, {
      "xl/worksheets/_rels/sheet1.xml.rels": relations(
        ["l", "https://a.example/x"],
        ["d", "../drawings/drawing1.xml"],
        ["t", "../threadedComments/threadedComment1.xml"],
        ["n", "../comments1.xml"],
      ),
      "xl/threadedComments/threadedComment1.xml": thread,
      "xl/comments1.xml": note,
      "xl/drawings/drawing1.xml": drawing,
      "xl/drawings/_rels/drawing1.xml.rels": relations(["k", "../charts/chart1.xml"]),
      "xl/charts/chart1.xml": chart,
    });
    expect(text).toBe(
      "## Sheet S\n\nHeader: Plan\n\n| [Offer](https://a.example/x) |\n| --- |\n\n- Comment on A1: Still open?\n\n[picture: A map]\nBoxed words\nChart: Visitors\n\n|  | 2026 |\n| --- | --- |\n| May | 7 |\n\nAxes: Month",
    );
  });
});

test("slides have their links, pictures' words, formulas and comments", async () => {
  const slide = `<p:sld><p:sp><p:cNvPr descr="A pond"/><a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>Our page</a:t></a:r></a:p><a:p><a14:m>${math(`<m:sSup><m:e>${run("r")}</m:e><m:sup>${run("2")}</m:sup></m:sSup>`)}</a14:m></a:p></p:sp></p:sld>`;
  const text = await readOffice({
    "ppt/presentation.xml": '<p:presentation><p:sldId r:id="s"/></p:presentation>',
    "ppt/_rels/presentation.xml.rels": relations(["s", "slides/slide1.xml"]),
    "ppt/slides/slide1.xml": slide,
    "ppt/slides/_rels/slide1.xml.rels": relations(["l", "https://a.example/"], ["c", "../comments/c1.xml"]),
    "ppt/authors.xml": '<authors><author id="{A}" name="Ida"/></authors>',
    "ppt/comments/c1.xml":
      '<p188:cmLst><p188:cm authorId="{A}"><a:p><a:t>Too long</a:t></a:p><p188:reply authorId="{B}"><a:p><a:t>Shortened</a:t></a:p></p188:reply></p188:cm></p188:cmLst>',
  });
  expect(text).toBe(
    "## Slide 1 of 1\n\n[picture: A pond]\n- [Our page](https://a.example/)\n- $r^{2}$\n\n- Comment by Ida: Too long\n- Comment: Shortened",
  );
});

describe("OpenDocument", () => {
  const content = (styles: string, body: string, more: Record<string, string> = {}) =>
    readOffice({
      mimetype: "application/vnd.oasis.opendocument",
      "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
      ...more,
    });
  const chart = {
    "Object 1/content.xml":
      "<chart:chart><chart:title><text:p>Visitors</text:p></chart:title><chart:axis><chart:title><text:p>Month</text:p></chart:title></chart:axis><table:table-row><table:table-cell><text:p>May</text:p></table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell></table:table-row></chart:chart>",
  };
  const CHART = "Chart: Visitors\n\n| May | 7 |\n| --- | --- |\n\nAxes: Month";
  const object = (number: number) =>
    `<draw:frame><draw:object xlink:href="./Object ${number}"/></draw:frame>`;

  test("a text has the numbers of its points, its boxes apart, pictures' words, charts and formulas", async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>';
    const point = (words: string, more = "") =>
      `<text:list-item><text:p>${words}</text:p>${more}</text:list-item>`;
    const list = `<text:list text:style-name="L">${point("Price", `<text:list>${point("net")}${point("gross")}</text:list>`)}${point("Place")}</text:list>`;
    const box =
      "<text:p>before<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box><svg:desc>A pond</svg:desc></draw:frame> after</text:p>";
    const formula = {
      "Object 2/content.xml": "<math><mfrac><mi>p</mi><mi>q</mi></mfrac></math>",
    };
    const text = `<office:text>${list}${box}<text:p>${object(1)}</text:p><text:p>so ${object(2)}</text:p></office:text>`;
    expect(await content(styles, text, { ...chart, ...formula })).toBe(
      `1. Price\n  a) net\n  b) gross\n2. Place\n\nbefore\n\nboxed\n\n[picture: A pond]  after\n\n${CHART}\n\nso  $\\frac{p}{q}$`,
    );
  });

  test("a sheet has merged texts in each row, its charts and boxes below, and says that it is hidden", async () => {
    const styles =
      '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';
    const cell = (words: string, more = "") =>
      `<table:table-cell ${more}><text:p>${words}</text:p></table:table-cell>`;
    const rows = `<table:table-row>${cell("North", 'table:number-rows-spanned="2"')}${cell("Q1")}</table:table-row><table:table-row><table:covered-table-cell/>${cell("Q2")}</table:table-row>`;
    const shapes = `<table:shapes>${object(1)}<draw:text-box><text:p>A note</text:p></draw:text-box></table:shapes>`;
    const body = `<office:spreadsheet><table:table table:name="S" table:style-name="h">${shapes}${rows}</table:table></office:spreadsheet>`;
    expect(await content(styles, body, chart)).toBe(
      `## Sheet S (hidden)\n\n| North | Q1 |\n| --- | --- |\n| North | Q2 |\n\n${CHART}\n\nA note`,
    );
  });
});

test("a book is read whole, its asides and notes too", async () => {
  const page = (body: string) => `<html><head><title>book-1.xhtml</title></head><body>${body}</body></html>`;
  const text = await readOffice({
    "META-INF/container.xml": '<container><rootfile full-path="b/c.opf"/></container>',
    "b/c.opf":
      '<package><dc:title>Ponds</dc:title><dc:creator>Ida Berg</dc:creator><item id="a" href="a.xhtml"/><itemref idref="a"/></package>',
    "b/a.xhtml": page(
      `<h1>Herons</h1><p>${"They wait. ".repeat(40)}</p><aside><p>A grey one.</p></aside><footer><p>Note 1: <a href="n.xhtml#1">seen</a>.</p></footer>`,
    ),
  });
  expect(text).toMatch(/^# Ponds\n\nBy Ida Berg\n\n# Herons\n\nThey wait\./);
  expect(text).toMatch(/A grey one\.\n\nNote 1: seen\.$/);
});
