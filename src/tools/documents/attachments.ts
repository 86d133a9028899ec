/** Texts of a mail's attachments. */
import type { ReadInner } from "./archive.ts";

const MOST_READ = 20;
const MOST_BYTES = 25_000_000;

interface Attachment {
  name: string;
  bytes: Uint8Array;
}

/** A section for each that has text; the mail names the others. Empty without a reader. */
export async function attachmentTexts(
  attachments: readonly Attachment[],
  readInner: ReadInner | undefined,
): Promise<string> {
  const sections: string[] = [];
  let room = MOST_BYTES;
  for (const file of readInner ? attachments.slice(0, MOST_READ) : []) {
    room -= file.bytes.length;
    const text = room < 0 ? undefined : await readInner?.(file);
    if (typeof text === "string" && text.trim() !== "")
      sections.push(`\n\n# Attachment ${file.name || "without a name"}\n\n${text.trim()}`);
  }
  return sections.join("");
}
