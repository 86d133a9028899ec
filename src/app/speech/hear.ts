/** Transcribes a recording that is the body of a request. */

import type { SchemaOutput } from "../../contract/schema.ts";
import type { TranscriptionFields } from "../../contract/speech.ts";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { keepSound } from "./keep-sound.ts";
import { languageOf, payerOf, speechError } from "./payer.ts";
import { servicesOf } from "./services.ts";

const MOST_BYTES = 20_000_000;

const NO_EARS =
  "No provider that transcribes is connected. An admin can connect one under Connections; your browser's own dictation works without.";

export async function hear(
  context: ApiContext,
  { language: named, client_id, conversation_id, keep }: SchemaOutput<typeof TranscriptionFields>,
  recordings: readonly string[],
) {
  const transcribe = servicesOf(context).transcriber();
  if (!transcribe) throw new AppError("api_fail", NO_EARS);
  const media_type = (context.req.header("content-type") ?? "").split(";")[0]?.trim() ?? "";
  if (!recordings.includes(media_type))
    throw new AppError("malformed_request", `A recording is one of ${recordings.join(", ")}.`);
  const [payer, language] = await Promise.all([
    payerOf(context, { conversation_id }),
    languageOf(context, named),
  ]);
  const bytes = await recordingOf(context);
  const kept = keep === "true" && !payer.is_temporary ? keepSound(context, { media_type, bytes }) : undefined;
  const heard = await transcribe({ media_type, bytes, language, payer, once: client_id });
  const sound = await kept;
  // The answer does not wait for the sound to be stored.
  const settled = heard.ok ? sound?.stored : sound?.drop();
  context.executionCtx.waitUntil((settled ?? Promise.resolve()).catch(() => undefined));
  if (!heard.ok) throw speechError(heard);
  return reply(200, { text: heard.text, ...(sound && { recording_id: sound.id }) });
}

async function recordingOf(context: ApiContext): Promise<Uint8Array> {
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length === 0) throw new AppError("malformed_request", "The recording is empty.");
  if (bytes.length > MOST_BYTES)
    throw new AppError("payload_too_large", `A recording has at most ${MOST_BYTES} bytes.`);
  return bytes;
}
