/** Every kind of document that is read: uploaded, and what the model is given of it. */
import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import type { FileKind } from "../../../src/tools/files/file-kind.ts";
import { printed } from "../../support/pdf.ts";
import { TOKEN } from "../../support/process/nightjar.ts";
import { ask, type Stage } from "./stage.ts";

interface Sample {
  bytes: Uint8Array;
  /** Words that the model has to be given. */
  reads: string;
}

const fixture = (path: string, reads: string): Sample => ({
  bytes: new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url))),
  reads,
});
const words = (text: string, reads: string): Sample => ({ bytes: strToU8(text), reads });

const XMLNS =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';
const odf = (type: string, body: string) =>
  zipSync({
    mimetype: strToU8(`application/vnd.oasis.opendocument.${type}`),
    "content.xml": strToU8(
      `<office:document-content ${XMLNS}><office:body>${body}</office:body></office:document-content>`,
    ),
  });
const SHEET =
  '<office:spreadsheet><table:table table:name="Birds"><table:table-row><table:table-cell><text:p>Heron</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="12"><text:p>12</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>';
const SLIDE =
  '<office:presentation><draw:page draw:name="One"><draw:frame><draw:text-box><text:p>The heron is back</text:p></draw:text-box></draw:frame></draw:page></office:presentation>';
const NOTEBOOK = {
  nbformat: 4,
  metadata: { language_info: { name: "python" } },
  cells: [
    {
      cell_type: "code",
      source: "6 * 7",
      outputs: [{ output_type: "stream", name: "stdout", text: "forty-two" }],
    },
  ],
};

/** Documents by file name; each kind that the reader knows has one. */
const SAMPLES: Record<FileKind, Record<string, Sample>> = {
  pdf: {
    "letter.pdf": { bytes: printed(["The heron is back"]), reads: "The heron is back" },
    "form.pdf": fixture("wild/pdf-form-filled.pdf", "surname: Hollenstein"),
  },
  document: {
    "minutes.docx": fixture("documents/minutes.docx", "Bob and Çelik were there"),
    "counts.xlsx": fixture("documents/counts.xlsx", "| Heron | 12 |"),
    "minutes.pptx": fixture("documents/minutes.pptx", "## Slide 2 of 4: Attendance"),
    "minutes.epub": fixture("documents/minutes.epub", "Bob and **Çelik** were there"),
    "minutes.rtf": fixture("documents/minutes.rtf", "Heron | 12 |"),
    "letter.odt": fixture("wild/odt-letter.odt", "48,000 euros"),
    "minutes.doc": fixture("documents/minutes.doc", "Ann, Bob and Çelik were there"),
    "counts.xls": fixture("documents/counts.xls", "| Heron | 12 | 2026-05-03 |"),
    "mail.msg": fixture("documents/mail.msg", "Die Sitzung ist in Raum 417."),
    "birds.ods": { bytes: odf("spreadsheet", SHEET), reads: "| Heron | 12 |" },
    "talk.odp": { bytes: odf("presentation", SLIDE), reads: "The heron is back" },
  },
  flat: {
    "birds.fods": words(
      `<?xml version="1.0"?><office:document ${XMLNS}><office:body>${SHEET}</office:body></office:document>`,
      "| Heron | 12 |",
    ),
  },
  page: {
    "page.html": words(
      "<!doctype html><title>Birds</title><h1>Heron</h1><p>It is <b>back</b>.</p>",
      "It is **back**.",
    ),
  },
  mail: { "mail.eml": fixture("wild/mail-base64.eml", "in Raum 417") },
  notebook: { "sums.ipynb": words(JSON.stringify(NOTEBOOK), "forty-two") },
  table: {
    "table.csv": words("bird,pairs\nHeron,12\n", "| Heron | 12 |"),
    "utf16.csv": fixture("wild/csv-utf16le-bom.csv", "| Müller | Köln | 12"),
    "old.csv": fixture("wild/csv-windows-1252.csv", "| Müller | Köln | 12,50 € |"),
  },
  text: {
    "notes.txt": { bytes: Uint8Array.from(Buffer.from("Grüße", "latin1")), reads: "Grüße" },
    "notes.md": words("# Herons\n\nThey are back.", "# Herons\n\nThey are back."),
  },
};
const FILES = Object.values(SAMPLES).flatMap((samples) => Object.entries(samples));

async function uploaded({ nightjar }: Stage, name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], name));
  const headers = { authorization: `Bearer ${TOKEN}` };
  const sent = { method: "POST", headers, body: form };
  const response = await fetch(`${nightjar.url}/api/v1/files`, sent);
  expect([name, response.status]).toEqual([name, 201]);
  return ((await response.json()) as { id: string }).id;
}

export function documents(stage: () => Stage): void {
  it.each(FILES)("gives a model the words of %s", async (name, { bytes, reads }) => {
    const file_id = await uploaded(stage(), name, bytes);
    const body = { files: [{ file_id }] };
    const { voice } = await ask(stage(), { name, scripts: [], body });
    const given = voice.requests[0]?.messages.find(({ role }) => role === "user")?.content;
    expect(given).toContain(reads);
  });
}
