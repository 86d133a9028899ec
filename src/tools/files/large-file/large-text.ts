/** Text of a large table for the index: its outline says what it holds, and how its rows are asked. */
import type { FileContent, FileStream } from "../port.ts";

/** Bytes from which on the rows of a table are not all in its text. */
export const LARGE_BYTES = 2_000_000;

/** Text of a file that is too large to be read whole; undefined when it is no table or other text. Rejects when the storage does. */
export async function largeText({ body, ...file }: FileStream): Promise<string | undefined> {
  const { hasRows, outlineOfTable } = await import("../../tables/outline.ts");
  if (hasRows(file)) return outlineOfTable(body, file);
  await body.cancel();
  return undefined;
}

/** The text with an outline of the table before it, if it is a large one. Rejects when the storage does. */
export async function withOutline(
  text: string,
  file: Pick<FileContent, "id" | "name" | "media_type" | "bytes">,
): Promise<string> {
  if (file.bytes.length < LARGE_BYTES) return text;
  const { hasRows, outlineOfTable, streamOf } = await import("../../tables/outline.ts");
  if (!hasRows(file)) return text;
  const outline = await outlineOfTable(streamOf(file.bytes), file);
  return outline === undefined ? text : `${outline}\n\n${text}`;
}
