/** Loads files of messages as model blocks: base64, for the call only. */
import type { UserBlock } from "../../agent/ports/model.ts";
import type { MediaPart } from "../../domain/message.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import { markOf, markUntrusted } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { toBase64 } from "../../platform/bytes.ts";
import { type FileKind, kindOf } from "./file-kind.ts";
import { type FileContent, type Files, MAX_SHOWN_BYTES } from "./port.ts";

/** Characters of a text file that a model is given whole. */
export const MAX_TEXT_CHARS = 100_000;

/** Loads blocks by file id. Never throws: a file that can't be loaded is missing. */
export async function loadMedia(
  files: Pick<Files, "get" | "open">,
  owner: string,
  parts: readonly MediaPart[],
): Promise<ReadonlyMap<string, UserBlock>> {
  const blocks = new Map<string, UserBlock>();
  let room = MAX_SHOWN_BYTES;
  const wanted = new Map(parts.toReversed().map((part) => [part.file_id, part]));
  for (const [id, part] of wanted) {
    if ((part.size ?? 0) > MAX_SHOWN_BYTES) {
      const { largeFileBlock } = await import("./large-file/block.ts");
      blocks.set(id, await largeFileBlock(files, part.owner ?? owner, part));
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

function beyondRoom({ name }: FileContent): UserBlock {
  const why = `${oneLine(name)} was left out: files of this conversation have more than ${MAX_SHOWN_BYTES / 1_000_000} MB together, and newer ones come first.`;
  return { type: "text", text: `[${why}]`, about_file: why };
}
