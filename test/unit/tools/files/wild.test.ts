/** Files as other programs save them: what a person sees in them is what a model reads. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import de from "../../../../src/domain/text/translated/catalogues/de.json" with { type: "json" };
import fr from "../../../../src/domain/text/translated/catalogues/fr.json" with { type: "json" };
import { readPdf } from "../../../../src/reader/pdf.ts";
import { readFile as readText } from "../../../../src/tools/files/file-text.ts";
import { loadMedia } from "../../../../src/tools/files/load-media.ts";
import { createReadDocument } from "../../../../src/tools/files/read-document.ts";

const bytesOf = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../fixtures/wild/${name}`, import.meta.url)));

async function given(name: string, media_type = "application/octet-stream"): Promise<string> {
  const read = await readText({ bytes: await bytesOf(name), media_type, name }, readPdf);
  return typeof read === "string" ? read : read.problem;
}

/** What a message's file becomes before a model that takes no files. */
async function asBlock(name: string, bytes: Uint8Array, media_type = "application/octet-stream") {
  const file = {
    id: "fil_1",
    owner: "me",
    name,
    media_type,
    size: bytes.length,
    created_at: 0,
    etag: "",
    bytes,
  };
  const part = { type: "file", file_id: "fil_1", media_type, name, size: bytes.length, url: "" } as const;
  const block = (await loadMedia({ get: async () => file, open: async () => undefined }, "me", [part])).get(
    "fil_1",
  );
  if (block?.type !== "file") return block?.type === "text" ? block.text : block;
  return createReadDocument(readPdf, async () => ({ problem: "" }))(block, {
    recognizes: false,
    question: "",
  });
}

const text = (words: string) => new TextEncoder().encode(words);

describe("a Word document", () => {
  test("has what was moved once, and what was deleted not at all", async () => {
    const read = await given("docx-tracked-move.docx");
    expect(read.split("Payment is due in 30 days.")).toHaveLength(2);
    expect(read).toContain("The price is 750 euros.");
    expect(read).not.toContain("900");
  });

  test("has its comments, with who made them", async () => {
    expect(await given("docx-comments.docx")).toMatch(
      /Deliver by Friday\.\[\^comment-0\][\s\S]*\[\^comment-0\]: Reviewer: Not possible before Monday\./,
    );
  });

  test("has its merged cells where they are", async () => {
    expect(await given("docx-merged-cells.docx")).toBe(
      "| Region | Q1 | Q2 | Q3 |\n| --- | --- | --- | --- |\n| North | closed |  | 70 |\n|  | 11 | 12 | 13 |",
    );
  });

  test("has its header and its footer", async () => {
    expect(await given("docx-header-footer.docx")).toBe(
      "Header: Holzbau Gruber GmbH, Linz\n\nDear Sir, please pay.\n\nFooter: Invoice 2026-118, IBAN AT00 0000 0000",
    );
  });
});

describe("a workbook", () => {
  test("has its formulas where no program has computed them", async () => {
    const read = await given("xlsx-formulas-not-computed.xlsx");
    expect(read).toContain("| Desk | 100 | =B2*1.2 |");
    expect(read).toContain("| Total | =SUM(B2:B3) | =SUM(C2:C3) |");
  });

  test("has its durations as they are shown", async () => {
    const read = await given("xlsx-durations.xlsx");
    expect(read).toContain("| 47 | 38:30 | 00:01:16 |");
    expect(read).toContain("| 48 | 36:00:00 | 01:03:04 |");
  });
});

test("slides have their diagrams and their charts", async () => {
  const read = await given("pptx-smartart-chart.pptx");
  for (const words of ["- Order arrives", "- Goods leave", "Chart: Visitors a year", "| 2026 | 5300 |"])
    expect(read).toContain(words);
});

test("a letter of LibreOffice is read", async () => {
  expect(await given("odt-letter.odt")).toBe("# Minutes\n\nThe budget for 2027 is 48,000 euros.");
});

test.each([
  ["Arabic", "pdf-arabic-libreoffice.pdf", "خلال ثلاثة أيام لعب الأطفال، ولا أحد يعلم إلا الله."],
  ["Vietnamese", "pdf-vietnamese-libreoffice.pdf", "Mọi thư từ xin gửi về số 12 phố Lý Thường Kiệt."],
])("a print of LibreOffice in %s has its letters in their order", async (_, name, words) => {
  expect(await given(name)).toContain(words);
});

test("a form has what was filled in", async () => {
  const read = await given("pdf-form-filled.pdf");
  for (const words of ["surname: Hollenstein", "amount: 1,842.50", "insured: Yes"])
    expect(read).toContain(words);
});

test("a saved mail has its words, who wrote it, and its attachments", async () => {
  const read = await given("mail-base64.eml");
  for (const words of [
    "Raum 417, um 14:30 Uhr",
    "Subject: Sitzung am Donnerstag: Raum geändert",
    "Attachments: plan.pdf",
  ])
    expect(read).toContain(words);
  expect(read).not.toContain("RGllIFNpdHp1bmc");
});

test("a mail that names no charset has its letters", async () => {
  const mail = "From: a@example.org\nSubject: Adresse\n\nM\u00fcller wohnt in K\u00f6ln.";
  const bytes = Uint8Array.from(mail, (letter) => letter.charCodeAt(0));
  expect(await asBlock("a.eml", bytes)).toContain("Müller wohnt in Köln.");
});

test("a photo of an iPhone is named for what it is, with the next step", async () => {
  const photo = await bytesOf("photo.heic");
  for (const type of ["image/heic", "application/octet-stream"])
    expect(await asBlock("photo.heic", photo, type)).toEqual({
      problem: expect.stringMatching(/HEIC photo.*Send it as JPEG or PNG/),
      scan: "picture",
    });
});

test("a notebook has its words, its code, and what it has printed", async () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: "python" } },
    cells: [
      { cell_type: "markdown", source: ["# Birds\n", "Counted."] },
      {
        cell_type: "code",
        source: "print(12)",
        outputs: [
          { output_type: "stream", text: ["12\n"] },
          { output_type: "display_data", data: { "image/png": "iVBORw0KGgo", "text/plain": ["<Figure>"] } },
        ],
      },
    ],
  };
  expect(await asBlock("birds.ipynb", text(JSON.stringify(notebook)), "application/json")).toBe(
    "# Birds\nCounted.\n\n```python\nprint(12)\n```\n\nOutput:\n```\n12\n```\n\nOutput:\n```\n<Figure>\n[a picture]\n```",
  );
});

test("a saved page is its words", async () => {
  const page =
    "<html><head><title>Ponds</title><style>p{}</style></head><body><p>The <b>heron</b> is back.</p></body></html>";
  expect(await asBlock("ponds.html", text(page), "text/html")).toBe("# Ponds\n\nThe **heron** is back.");
});

test("a table of another code page comes as its letters", async () => {
  const block = await asBlock("t.csv", await bytesOf("csv-windows-1252.csv"), "text/csv");
  expect(block).toContain("| Müller | Köln | 12,50 € |");
});

test("a table has its rows and its cells, whatever separates and quotes them", async () => {
  const table = 'Name;Note;Price\nAnn;"two\nlines; and ""more""";1.250,50\nBob\n';
  expect(await asBlock("t.csv", text(table), "text/plain")).toBe(
    '| Name | Note | Price |\n| --- | --- | --- |\n| Ann | two lines; and "more" | 1.250,50 |\n| Bob |  |  |',
  );
  expect(await asBlock("list.csv", text("only\nwords\n"), "text/csv")).toBe("only\nwords\n");
});

describe("what is not read says truly why", () => {
  test.each([
    ["a.zip", "PK\u0003\u0004rest", "It is damaged or incomplete."],
    ["a.7z", "7z\u00bc\u00afrest", "It is an archive."],
    ["a.docx", "PK\u0003\u0004rest", "It is damaged or incomplete."],
    ["a.tiff", "II*\u0000rest", "It is a TIFF picture"],
    ["a.exe", "MZ\u0090\u0000", "It is a program."],
    ["a.bin", "\u0000\u0001\u0002", "Its format isn't supported."],
  ])("%s", async (name, content, problem) => {
    const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
    const read = await asBlock(name, bytes);
    expect(read).toMatchObject({ problem: expect.stringContaining(problem) });
    const reason = typeof read === "object" && "problem" in read ? read.problem : "";
    for (const catalogue of [de, fr]) expect(catalogue).toHaveProperty([reason]);
  });
});
