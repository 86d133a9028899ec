/** A file that a program sends with a message: its bytes, out of the words or by its address. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { AppError } from "../../../domain/errors.ts";
import { MAX_UPLOAD_BYTES } from "../../../tools/files/port.ts";

export interface GivenFile {
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

/** A picture by its address: within the words, or fetched as a program's user has named it. */
export async function pictureAt(guard: GuardedFetch, url: string): Promise<GivenFile> {
  if (!/^https?:/i.test(url)) return { name: "image", ...ofDataUrl(url) };
  const loaded = await guard.load(url, { accept: ["image/*"], max_bytes: MAX_UPLOAD_BYTES });
  if (!loaded.ok) throw mediaProblem(`the picture at ${url.slice(0, 200)} was not loaded. ${loaded.reason}`);
  if (loaded.status !== 200)
    throw mediaProblem(
      `the picture at ${url.slice(0, 200)} was not loaded: its server answered ${loaded.status}.`,
    );
  if (loaded.body.length === 0) throw mediaProblem("a picture is empty.");
  const media_type = (loaded.headers.get("content-type") ?? "").split(";")[0]?.trim() || "image/png";
  return { name: "image", media_type, bytes: loaded.body };
}

export function ofDataUrl(url: string): Pick<GivenFile, "media_type" | "bytes"> {
  const [, media_type, data] = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,(.*)$/s.exec(url) ?? [];
  if (media_type === undefined || data === undefined)
    throw mediaProblem("files come as data: URLs in base64; pictures also by an http address.");
  return { media_type, bytes: bytesOf(data) };
}

export function bytesOf(base64: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw mediaProblem("a file is not valid base64.");
  }
  if (binary.length > MAX_UPLOAD_BYTES)
    throw new AppError("payload_too_large", `messages: a file has at most ${MAX_UPLOAD_BYTES} bytes.`);
  if (binary.length === 0) throw mediaProblem("a file is empty.");
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function mediaProblem(why: string): AppError {
  return new AppError("malformed_request", `messages: ${why}`);
}
