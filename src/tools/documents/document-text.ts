/** Documents of office programs and books as Markdown. Loaded when the first one comes. */
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

/** By what is in it, whatever it is called. Undefined: none of these. Rejects for what is broken. */
export async function documentText(bytes: Uint8Array): Promise<string | undefined> {
  if (isRtf(bytes)) return readRtf(bytes);
  const file = Package.open(bytes);
  const kind = file && KINDS.find(({ is }) => is(file));
  return file && kind?.read(file);
}
