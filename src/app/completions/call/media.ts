/** Media of a message: each becomes a file of the person. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { Part } from "../../../domain/message.ts";
import type { ApiContext } from "../../http/api.ts";
import { fileParts } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";
import { bytesOf, type GivenFile, mediaProblem, ofDataUrl, pictureAt } from "./given-file.ts";
import type { Talk } from "./talk.ts";

const AUDIO: Record<string, string> = { wav: "audio/wav", mp3: "audio/mpeg" };
const MOST = 20;

/** Throws an AppError that names what cannot be taken. */
export async function mediaParts(context: ApiContext, media: Talk["media"]): Promise<Part[]> {
  if (media.length > MOST) throw mediaProblem(`at most ${MOST} files come with a message.`);
  const { files, guard } = servicesOf(context);
  const given = await Promise.all(media.map((part) => givenOf(guard, part)));
  const { owner } = context.get("principal");
  const kept = await Promise.all(given.map((each) => files.put(owner, each)));
  return fileParts(kept.map(({ id }) => ({ file_id: id })));
}

async function givenOf(guard: GuardedFetch, part: Talk["media"][number]): Promise<GivenFile> {
  switch (part.type) {
    case "image_url":
      return pictureAt(guard, part.image_url.url);
    case "file":
      return { name: part.file.filename ?? "file", ...ofDataUrl(part.file.file_data ?? "") };
    case "input_audio": {
      const media_type = AUDIO[part.input_audio.format];
      if (media_type === undefined) throw mediaProblem("input_audio is wav or mp3.");
      return { name: `audio.${part.input_audio.format}`, media_type, bytes: bytesOf(part.input_audio.data) };
    }
  }
}
