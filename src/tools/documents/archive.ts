/** Reads into a zip archive: a list of its files, and the text of those that can be read. */
import type { Unread } from "../../domain/text/document-reading.ts";
import type { Package } from "./package.ts";
import { Writer } from "./writer.ts";

/** Reads a file that stands in another one. Never rejects. */
export type ReadInner = (file: { bytes: Uint8Array; name: string }) => Promise<string | Unread>;

const MOST_LISTED = 500;
const MOST_READ = 60;
/** Limits in bytes once unpacked: of one file, and of all together, whatever the archive declares. */
const MOST_OF_ONE = 25_000_000;
const MOST_OF_ALL = 60_000_000;
/** Folders that systems add by themselves. */
const UNSEEN = /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

export async function archiveText(file: Package, read: ReadInner): Promise<string> {
  const paths = file.paths().filter((path) => !UNSEEN.test(path));
  const writer = new Writer();
  writer.line(`Archive of ${paths.length} ${paths.length === 1 ? "file" : "files"}:\n`);
  for (const path of paths.slice(0, MOST_LISTED)) writer.line(`- ${path}`);
  if (paths.length > MOST_LISTED) writer.line(`- and ${paths.length - MOST_LISTED} more`);
  let room = MOST_OF_ALL;
  for (const path of paths.slice(0, MOST_READ)) {
    if (writer.isFull) break;
    const { text, size } = await textOf(file, { path, room }, read);
    room -= size;
    writer.line(`\n# ${path}\n\n${text}`);
  }
  if (paths.length > MOST_READ && !writer.isFull)
    writer.line(`\n[the texts of ${paths.length - MOST_READ} more files were left out]`);
  return writer.end(`${paths.length} files in all`);
}

async function textOf(
  file: Package,
  { path, room }: { path: string; room: number },
  read: ReadInner,
): Promise<{ text: string; size: number }> {
  if (file.isLocked(path)) return { text: "[It is password-protected.]", size: 0 };
  const most = Math.min(MOST_OF_ONE, room);
  const bytes = await file.bytes(path, most);
  if (!bytes) return { text: "[It is too large to be read here.]", size: most };
  const text = await read({ bytes, name: path });
  return { text: typeof text === "string" ? text : `[${text.problem}]`, size: bytes.length };
}
