/** Media of a message: each becomes a file of the person. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Part } from "../../../domain/message.ts";
import { MAX_UPLOAD_BYTES } from "../../../tools/files/port.ts";
import type { ApiContext } from "../../http/api.ts";
import { fileParts } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";
import type { Talk } from "./talk.ts";

interface Given {
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

const AUDIO: Record<string, string> = { wav: "audio/wav", mp3: "audio/mpeg" };
const MOST = 20;

/** Throws an AppError that names what cannot be taken. */
export async function mediaParts(context: ApiContext, media: Talk["media"]): Promise<Part[]> {
  if (media.length > MOST) throw refused(`at most ${MOST} files come with a message.`);
  const { files, guard } = servicesOf(context);
  const given = await Promise.all(media.map((part) => givenOf(guard, part)));
  const { owner } = context.get("principal");
  const kept = await Promise.all(given.map((each) => files.put(owner, each)));
  return fileParts(kept.map(({ id }) => ({ file_id: id })));
}

async function givenOf(guard: GuardedFetch, part: Talk["media"][number]): Promise<Given> {
  switch (part.type) {
    case "image_url":
      return pictureAt(guard, part.image_url.url);
    case "file":
      return { name: part.file.filename ?? "file", ...ofDataUrl(part.file.file_data ?? "") };
    case "input_audio": {
      const media_type = AUDIO[part.input_audio.format];
      if (media_type === undefined) throw refused("input_audio is wav or mp3.");
      return { name: `audio.${part.input_audio.format}`, media_type, bytes: bytesOf(part.input_audio.data) };
    }
  }
}

/** A picture by its address: within the words, or fetched as a program's user has named it. */
export async function pictureAt(guard: GuardedFetch, url: string): Promise<Given> {
  if (!/^https?:/i.test(url)) return { name: "image", ...ofDataUrl(url) };
  const loaded = await guard.load(url, { accept: ["image/*"], max_bytes: MAX_UPLOAD_BYTES });
  if (!loaded.ok) throw refused(`the picture at ${url.slice(0, 200)} was not loaded. ${loaded.reason}`);
  if (loaded.status !== 200)
    throw refused(
      `the picture at ${url.slice(0, 200)} was not loaded: its server answered ${loaded.status}.`,
    );
  if (loaded.body.length === 0) throw refused("a picture is empty.");
  const media_type = (loaded.headers.get("content-type") ?? "").split(";")[0]?.trim() || "image/png";
  return { name: "image", media_type, bytes: loaded.body };
}

function ofDataUrl(url: string): Pick<Given, "media_type" | "bytes"> {
  const [, media_type, data] = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,(.*)$/s.exec(url) ?? [];
  if (media_type === undefined || data === undefined)
    throw refused("files come as data: URLs in base64; pictures also by an http address.");
  return { media_type, bytes: bytesOf(data) };
}

function bytesOf(base64: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw refused("a file is not valid base64.");
  }
  if (binary.length > MAX_UPLOAD_BYTES)
    throw new AppError("payload_too_large", `messages: a file has at most ${MAX_UPLOAD_BYTES} bytes.`);
  if (binary.length === 0) throw refused("a file is empty.");
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function refused(why: string): AppError {
  return new AppError("malformed_request", `messages: ${why}`);
}
