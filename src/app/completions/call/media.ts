/** Media of a message: each becomes a file of the person, or words where the model cannot hear. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { modelsFor } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Part } from "../../../domain/message.ts";
import type { ApiContext } from "../../http/api.ts";
import { fileParts } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";
import { bytesOf, type GivenFile, mediaProblem, ofDataUrl, pictureAt } from "./given-file.ts";
import type { Talk } from "./talk.ts";
import type { Target } from "./target.ts";

const AUDIO: Record<string, string> = { wav: "audio/wav", mp3: "audio/mpeg" };
const MOST = 20;

type Medium = Talk["media"][number];

/** Throws an AppError that names what cannot be taken. */
export async function mediaParts(context: ApiContext, media: Talk["media"], target: Target): Promise<Part[]> {
  if (media.length > MOST) throw mediaProblem(`at most ${MOST} files come with a message.`);
  const isHeard = media.some(({ type }) => type === "input_audio") ? await hears(context, target) : true;
  const parts = await Promise.all(media.map((part) => partOf(context, part, isHeard)));
  return parts.flat();
}

async function partOf(context: ApiContext, part: Medium, isHeard: boolean): Promise<Part[]> {
  const { files, guard } = servicesOf(context);
  const { owner } = context.get("principal");
  const named = part.type === "file" ? part.file.file_id : undefined;
  if (named !== undefined) {
    const known = await files.describe(owner, named);
    if (!known)
      throw new AppError(
        "resource_not_found",
        `file_id: there is no file ${named.slice(0, 100)}, or it is not yours.`,
      );
    return fileParts([{ file_id: known.id }]);
  }
  const given = await givenOf(guard, part);
  const words = part.type === "input_audio" && !isHeard ? await writtenDown(context, given) : undefined;
  if (words !== undefined) return [{ type: "text", text: words }];
  const { id } = await files.put(owner, given);
  return fileParts([{ file_id: id }]);
}

async function givenOf(guard: GuardedFetch, part: Medium): Promise<GivenFile> {
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

/** Whether the agent's first model takes recordings. In a room, anybody may answer. */
async function hears(context: ApiContext, target: Target): Promise<boolean> {
  if ("room" in target) return false;
  const { agentCache, models } = servicesOf(context);
  const [first] = modelsFor(await agentCache.get(target.agent), "http");
  return first !== undefined && models.info(first).capabilities.audio === true;
}

/** Undefined where nothing that can is connected: the recording itself is given then. */
async function writtenDown(context: ApiContext, recording: GivenFile): Promise<string | undefined> {
  const transcribe = servicesOf(context).transcriber();
  if (!transcribe) return undefined;
  const { owner } = context.get("principal");
  const heard = await transcribe({ ...recording, payer: { owner } });
  if (!heard.ok) throw new AppError("api_fail", `input_audio: ${heard.reason}`);
  return heard.text;
}
