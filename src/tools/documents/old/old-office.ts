/** Converts compound files to Markdown: Office documents from before 2007, and Outlook messages. */
import type { ReadInner } from "../archive.ts";
import { attachmentTexts } from "../attachments.ts";
import { CompoundFile } from "../cfb.ts";
import { readDoc } from "./doc.ts";
import { attachedFiles, isMsg, readMsg } from "./msg.ts";
import { readPpt } from "./ppt.ts";
import { readXls } from "./xls.ts";

const KINDS: readonly { stream: string; read(file: CompoundFile): string }[] = [
  { stream: "WordDocument", read: readDoc },
  { stream: "Workbook", read: readXls },
  { stream: "Book", read: readXls },
  { stream: "PowerPoint Document", read: readPpt },
];
/** Other programs that save such files, by a stream of theirs. */
const UNREAD: readonly [stream: RegExp, problem: string][] = [
  [/^EncryptedPackage$/, "It is password-protected. Save it without a password."],
  [/^VisioDocument$/, "It is a Visio drawing. Export it as PDF."],
  [/^Quill\//, "It is a Publisher document. Export it as PDF."],
];

/** Undefined for a compound file of another program. Throws an Error with the reason when it cannot be read. */
export async function oldOfficeText(bytes: Uint8Array, readInner?: ReadInner): Promise<string | undefined> {
  const file = CompoundFile.open(bytes);
  if (!file) throw new Error("It is damaged.");
  const paths = file.paths();
  const [, problem] = UNREAD.find(([stream]) => paths.some((path) => stream.test(path))) ?? [];
  if (problem !== undefined) throw new Error(problem);
  if (isMsg(file)) return readSafely(readMsg, file) + (await attachmentTexts(attachedFiles(file), readInner));
  const read = KINDS.find(({ stream }) => paths.includes(stream))?.read;
  const text = read && readSafely(read, file);
  if (text?.trim() === "") throw new Error("It contains no text: pictures only, or nothing.");
  return text;
}

/** Offsets in a damaged file lead outside of it. */
function readSafely(read: (file: CompoundFile) => string, file: CompoundFile): string {
  try {
    return read(file);
  } catch (problem) {
    if (problem instanceof RangeError) throw new Error("It is damaged.", { cause: problem });
    throw problem;
  }
}
