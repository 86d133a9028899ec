/** Loads files of messages as model blocks: base64, for the call only. */
import type { UserBlock } from "../../agent/ports/model.ts";
import type { MediaPart } from "../../domain/message.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import { markOf, markUntrusted } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { toBase64 } from "../../platform/bytes.ts";
import { type FileKind, kindOf } from "./file-kind.ts";
import type { FileContent, Files } from "./port.ts";

const MB = 1_000_000;
/** Limit on a call's files, newest first. Files beyond it are named, not sent. */
const MAX_TOTAL_BYTES = 20_000_000;
/** Characters of a text file that a model is given whole. */
export const MAX_TEXT_CHARS = 100_000;

/** Loads blocks by file id. Never throws: a file that can't be loaded is missing. */
export async function loadMedia(
  files: Pick<Files, "get" | "open">,
  owner: string,
  parts: readonly MediaPart[],
): Promise<ReadonlyMap<string, UserBlock>> {
  const blocks = new Map<string, UserBlock>();
  let room = MAX_TOTAL_BYTES;
  const wanted = new Map(parts.toReversed().map((part) => [part.file_id, part]));
  for (const [id, part] of wanted) {
    if ((part.size ?? 0) > MAX_TOTAL_BYTES) {
      blocks.set(id, await tooLarge(files, part.owner ?? owner, part));
      continue;
    }
    const file = await files.get(part.owner ?? owner, id).catch(() => undefined);
    if (!file) continue;
    if (file.size > room) {
      blocks.set(id, beyondRoom(file));
      continue;
    }
    room -= file.size;
    blocks.set(id, blockOf(file, markOf(id)));
  }
  return blocks;
}

function blockOf(file: FileContent, mark: string): UserBlock {
  const { media_type, name, bytes } = file;
  if (/^image\/(png|jpeg|gif|webp)$/.test(media_type))
    return { type: "image", media_type, data: toBase64(bytes) };
  if (media_type.startsWith("audio/")) return { type: "audio", media_type, name, data: toBase64(bytes) };
  const kind = kindOf(file);
  const text = kind === "text" ? decodeText(bytes) : undefined;
  const stored = { owner: file.owner, id: file.id };
  if (text !== undefined && text.length > MAX_TEXT_CHARS)
    return { type: "file", media_type: "text/plain", name, data: toBase64(bytes), stored, is_long: true };
  if (text !== undefined) return quotedFile(text, { name, mark });
  const type = typeof kind === "string" ? TYPES[kind] : undefined;
  return { type: "file", media_type: type ?? media_type, name, data: toBase64(bytes), stored };
}

/** Types of files that are converted before a model reads them, whatever type they were uploaded under. */
const TYPES: Partial<Record<FileKind, string>> = {
  pdf: "application/pdf",
  document: "application/octet-stream",
  page: "text/html",
  mail: "message/rfc822",
  table: "text/csv",
  notebook: "application/x-ipynb+json",
  flat: "application/vnd.oasis.opendocument",
};

/** Renders a text file as text that is marked as somebody else's words. */
function quotedFile(text: string, { name, mark }: { name: string; mark: string }): UserBlock {
  const quoted = `File ${JSON.stringify(oneLine(name))}:\n${markUntrusted(text, { mark, source: "file" })}`;
  return { type: "text", text: quoted, is_file: true };
}

/**
 * Words in place of a file whose size, known from the message, is too large: of a table and other text its beginning, of
 * anything else nothing is read.
 */
async function tooLarge(
  files: Pick<Files, "open">,
  owner: string,
  { file_id, name = "file", media_type, size = 0 }: MediaPart,
): Promise<UserBlock> {
  const title = oneLine(name);
  const { BEGINNING_BYTES, hasRows, howToAsk, outlineOfBeginning } = await import("../tables/outline.ts");
  const opened = hasRows({ name, media_type })
    ? await files.open(owner, file_id, BEGINNING_BYTES).catch(() => undefined)
    : undefined;
  const outline = opened && (await outlineOfBeginning(opened.body).catch(() => undefined));
  if (outline === undefined) {
    const why = `${title} was left out: it has more than ${MAX_TOTAL_BYTES / MB} MB, more than a model is shown.`;
    return { type: "text", text: `[${why}]`, about_file: why };
  }
  const large = `${title} is too large to be given whole (${Math.round(size / MB)} MB)`;
  const quoted = markUntrusted(outline, { mark: markOf(file_id), source: "file" });
  const text = `File ${large}. ${howToAsk(file_id)} Its beginning:\n${quoted}`;
  return { type: "text", text, is_file: true, about_file: `${large}: its beginning was read.` };
}

function beyondRoom({ name }: FileContent): UserBlock {
  const why = `${oneLine(name)} was left out: files of this conversation have more than ${MAX_TOTAL_BYTES / MB} MB together, and newer ones come first.`;
  return { type: "text", text: `[${why}]`, about_file: why };
}
