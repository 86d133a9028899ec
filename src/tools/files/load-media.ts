/** Files of messages as blocks for a model: base64, for the call only. */
import type { UserBlock } from "../../agent/ports/model.ts";
import type { MediaPart } from "../../domain/message.ts";
import { textOf } from "../workspace/read.ts";
import type { FileContent, Files } from "./port.ts";

/** Newest first: what does not fit any more is named, not sent. */
const MAX_TOTAL_BYTES = 20_000_000;
const MAX_TEXT_CHARS = 100_000;

/** By file id. Never throws: a file that can't be loaded is missing. */
export async function loadMedia(
  files: Pick<Files, "get">,
  owner: string,
  parts: readonly MediaPart[],
): Promise<ReadonlyMap<string, UserBlock>> {
  const blocks = new Map<string, UserBlock>();
  let room = MAX_TOTAL_BYTES;
  for (const id of new Set(parts.map(({ file_id }) => file_id).reverse())) {
    const file = await files.get(owner, id).catch(() => undefined);
    if (!file || file.size > room) continue;
    room -= file.size;
    blocks.set(id, blockOf(file));
  }
  return blocks;
}

function blockOf(file: FileContent): UserBlock {
  const { media_type, name, bytes } = file;
  if (/^image\/(png|jpeg|gif|webp)$/.test(media_type))
    return { type: "image", media_type, data: base64(bytes) };
  if (media_type.startsWith("audio/")) return { type: "audio", media_type, name, data: base64(bytes) };
  const text = media_type === "application/pdf" ? undefined : textOf(bytes);
  return text === undefined
    ? { type: "file", media_type, name, data: base64(bytes) }
    : { type: "text", text: quotedFile(name, text) };
}

/** A text file is given as text, marked as somebody else's words. */
function quotedFile(name: string, text: string): string {
  const cut =
    text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}\n[the rest is left out]` : text;
  return `File ${JSON.stringify(name)}:\n<untrusted>\n${cut.replaceAll(/<\/?untrusted>/gi, "")}\n</untrusted>`;
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
