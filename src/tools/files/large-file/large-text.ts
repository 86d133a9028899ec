/** Text of a large table for the index: its outline says what it holds, and how its rows are asked. Loaded when it is first needed. */
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { hasRows, outlineOfTable, streamOf } from "../../tables/outline.ts";
import { type FileContent, type FileStream, type Files, MAX_UPLOAD_BYTES } from "../port.ts";

/** Bytes from which on the rows of a table are not all in its text. */
export const LARGE_BYTES = 2_000_000;

/** Text of a file that is too large to be read whole; undefined when it is no table or other text. Rejects when the storage does. */
export async function largeText({ body, ...file }: FileStream): Promise<string | undefined> {
  if (hasRows(file)) return outlineOfTable(body, file);
  await body.cancel();
  return undefined;
}

/** The text with an outline of the table before it, if it is a large one. Rejects when the storage does. */
export async function withOutline(
  text: string,
  file: Pick<FileContent, "id" | "name" | "media_type" | "bytes">,
): Promise<string> {
  if (file.bytes.length < LARGE_BYTES || !hasRows(file)) return text;
  const outline = await outlineOfTable(streamOf(file.bytes), file);
  return outline === undefined ? text : `${outline}\n\n${text}`;
}

/** The reason why a file that is there is not read whole, and how it is asked. */
export async function whyNotWhole(
  files: Pick<Files, "describe">,
  owner: string,
  id: string,
): Promise<string | undefined> {
  const large = await files.describe(owner, id);
  if (!large || large.size <= MAX_UPLOAD_BYTES) return undefined;
  return `${oneLine(large.name)} has ${Math.round(large.size / 1_000_000)} MB, more than is read whole. If it is a table or other text, query_table reads its rows.`;
}
