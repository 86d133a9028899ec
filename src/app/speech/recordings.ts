/** Recordings of calls: played by whoever may read their message, removed by whoever spoke. */
import { AppError } from "../../domain/errors.ts";
import type { KeptRecording, SoundRange } from "../../voice/recordings.ts";
import { endingOf } from "../../voice/sound.ts";
import { conversationIdOf } from "../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

/** One part of it is answered as such: Safari plays nothing else. */
export async function play(context: ApiContext, conversation: string, message_id: string) {
  const stub = conversationStub(context.env, conversationIdOf(conversation));
  const held = unwrap(await stub.recordingOf(context.get("principal"), message_id));
  if (!held) throw gone();
  const range = rangeOf(context.req.header("range"));
  const sound = await (await servicesOf(context).recordings()).get(held.owner, held.id, range);
  if (!sound) throw gone();
  return new Response(sound.body, { status: sound.range ? 206 : 200, headers: headersOf(sound) });
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  await (await servicesOf(context).recordings()).remove(context.get("principal").owner, id);
  return context.body(null, 204);
}

function gone(): AppError {
  return new AppError("resource_not_found", "This message has no recording, or its day is over.");
}

/** Undefined for all of it, for several parts, and for what is no range: all of it is the answer then. */
function rangeOf(header: string | undefined): SoundRange | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "") return to === "" || Number(to) === 0 ? undefined : { suffix: Number(to) };
  const offset = Number(from);
  if (to === "") return { offset };
  return Number(to) < offset ? undefined : { offset, length: Number(to) - offset + 1 };
}

function headersOf({ media_type, size, etag, range }: KeptRecording): Record<string, string> {
  const part = range && `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`;
  return {
    "content-type": media_type,
    "content-length": String(range?.length ?? size),
    ...(part !== undefined && { "content-range": part }),
    "accept-ranges": "bytes",
    etag: `"${etag}"`,
    "content-disposition": `inline; filename="recording.${endingOf(media_type)}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
