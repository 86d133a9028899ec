/** Converts office documents and e-books to Markdown. Loaded on demand. */
import { isDocx, readDocx } from "./docx.ts";
import { isEpub, readEpub } from "./epub.ts";
import { Package } from "./package.ts";
import { isPptx, readPptx } from "./pptx.ts";
import { isRtf, readRtf } from "./rtf.ts";
import { isXlsx, readXlsx } from "./xlsx.ts";

const KINDS = [
  { is: isDocx, read: readDocx },
  { is: isXlsx, read: readXlsx },
  { is: isPptx, read: readPptx },
  { is: isEpub, read: readEpub },
] as const;

/**
 * Detects the format by the content, whatever the file is called. Undefined for another format. Rejects when the file
 * is broken.
 */
export async function documentText(bytes: Uint8Array): Promise<string | undefined> {
  if (isRtf(bytes)) return readRtf(bytes);
  const file = Package.open(bytes);
  const kind = file && KINDS.find(({ is }) => is(file));
  return file && kind?.read(file);
}
