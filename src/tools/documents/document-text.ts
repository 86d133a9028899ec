/** Converts office documents and e-books to Markdown. Loaded on demand. */
import type { ReadInner } from "./archive.ts";
import { isCompound } from "./cfb.ts";
import { isDocx, readDocx } from "./docx/docx.ts";
import { isEpub, readEpub } from "./epub.ts";
import { isOdf, readOdf } from "./odf/odf.ts";
import { Package } from "./package.ts";
import { isPptx, readPptx } from "./pptx/pptx.ts";
import { isRtf, readRtf } from "./rtf.ts";
import { isXlsx, readXlsx } from "./xlsx/xlsx.ts";

const KINDS = [
  { is: isDocx, read: readDocx },
  { is: isXlsx, read: readXlsx },
  { is: isXlsb, read: async (file: Package) => (await import("./xlsb/xlsb.ts")).readXlsb(file) },
  { is: isPptx, read: readPptx },
  { is: isOdf, read: readOdf },
  { is: isEpub, read: readEpub },
] as const;

/**
 * Detects the format by the content, whatever the file is called. Undefined for another format. Rejects with the reason
 * when the file cannot be read. `readInner` reads what stands in an archive; without it archives are refused.
 */
export async function documentText(bytes: Uint8Array, readInner?: ReadInner): Promise<string | undefined> {
  if (isRtf(bytes)) return readRtf(bytes);
  if (isCompound(bytes)) return (await import("./old/old-office.ts")).oldOfficeText(bytes, readInner);
  const file = Package.open(bytes);
  if (!file) throw new Error("It is damaged or incomplete.");
  const kind = KINDS.find(({ is }) => is(file));
  if (!kind) {
    const preview = readInner && (await previewOf(file, readInner));
    if (preview !== undefined) return preview;
    const problem = problemOf(file);
    if (problem !== undefined) throw new Error(problem);
    if (!readInner) throw new Error("It is an archive in an archive. Unpack it and send the files in it.");
    return (await import("./archive.ts")).archiveText(file, readInner);
  }
  const text = await kind.read(file);
  if (text.trim() === "")
    throw new Error(file.isDamaged ? "It is damaged." : "It contains no text: pictures only, or nothing.");
  return file.isDamaged ? `${text}\n\n[the file is damaged: a part of it could not be read]` : text;
}

function isXlsb(file: Package): boolean {
  return file.has("xl/workbook.bin");
}

const PREVIEW = /^QuickLook\/Preview\.pdf$/i;
const MOST_OF_PREVIEW = 25_000_000;

/** Text of the print that Pages, Numbers and Keynote may keep in their documents. */
async function previewOf(file: Package, readInner: ReadInner): Promise<string | undefined> {
  const path = file.paths().find((each) => PREVIEW.test(each));
  const bytes = path === undefined ? undefined : await file.bytes(path, MOST_OF_PREVIEW);
  const text = bytes && (await readInner({ bytes, name: "Preview.pdf" }));
  return typeof text === "string" ? text : undefined;
}

const UNREAD: readonly [path: RegExp, problem: string][] = [
  [
    /^Index\/.*\.iwa$|^index\.(?:apxl|xml)$/,
    "It is a Pages, Numbers or Keynote document. Export it as PDF, or as a Word, Excel or PowerPoint file.",
  ],
  [/^visio\//, "It is a Visio drawing. Export it as PDF."],
];

/** The reason why an archive is not read; undefined when it is no document at all. */
function problemOf(file: Package): string | undefined {
  const paths = file.paths();
  return UNREAD.find(([path]) => paths.some((each) => path.test(each)))?.[1];
}
