/** Speech over HTTP: transcribes dictation, and reads answers aloud. */
import { z } from "zod";
import { SpeechShape, TranscriptShape } from "../../contract/speech.ts";
import { AppError } from "../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { fileResponse } from "../http/serve-file.ts";
import { servicesOf } from "./services.ts";

const MOST_BYTES = 20_000_000;
const WITHIN_MS = 60_000;
const RECORDINGS = ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg", "audio/wav"] as const;

const NO_EARS =
  "No provider that writes down speech is connected. An admin can connect OpenAI on the Models page; your browser's own dictation works without.";
const NO_VOICE =
  "No provider that reads aloud is connected. An admin can connect OpenAI on the Models page, or ElevenLabs under Connections; your browser's own voice works without.";

export const speechRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/speech",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "What is set up for speech: hearing, speaking.",
    answers: () => ({ 200: SpeechShape() }),
    handler(context) {
      const { transcriber, synthesizer } = servicesOf(context);
      return Promise.resolve(
        reply(200, { hears: transcriber() !== undefined, speaks: synthesizer() !== undefined }),
      );
    },
  }),
  defineRoute({
    method: "post",
    path: "/speech/transcriptions",
    policy: { who: "member", scope: "chat" },
    summary: "Writes a recording down: its bytes are the body. Nothing of it is kept.",
    takes: [...RECORDINGS],
    answers: () => ({ 200: TranscriptShape() }),
    handler: transcribed,
  }),
  defineRoute({
    method: "post",
    path: "/speech/recordings",
    policy: { who: "member", scope: "chat" },
    summary: "Reads a text aloud. Nothing of it is kept.",
    body: () => z.object({ text: z.string().trim().min(1).max(4000) }),
    answers: () => ({ 200: "file" }),
    handler: (context, { body: { text } }) => spoken(context, text),
  }),
];

async function transcribed(context: ApiContext) {
  const transcribe = servicesOf(context).transcriber();
  if (!transcribe) throw new AppError("api_fail", NO_EARS);
  const media_type = (context.req.header("content-type") ?? "").split(";")[0]?.trim() ?? "";
  if (!RECORDINGS.some((known) => known === media_type))
    throw new AppError("malformed_request", `A recording is one of ${RECORDINGS.join(", ")}.`);
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length === 0) throw new AppError("malformed_request", "The recording is empty.");
  if (bytes.length > MOST_BYTES)
    throw new AppError("payload_too_large", `A recording has at most ${MOST_BYTES} bytes.`);
  const heard = await transcribe({ media_type, bytes });
  if (!heard.ok) throw new AppError("api_fail", heard.reason, { retryable: true });
  return reply(200, { text: heard.text });
}

async function spoken(context: ApiContext, text: string): Promise<Response> {
  const synthesize = servicesOf(context).synthesizer();
  if (!synthesize) throw new AppError("api_fail", NO_VOICE);
  const said = await synthesize({ text, as: "recording" }, AbortSignal.timeout(WITHIN_MS)).catch(
    () => undefined,
  );
  if (said === undefined)
    throw new AppError("api_fail", "The voice did not answer in time. Try again.", { retryable: true });
  if (!said.ok) throw new AppError("api_fail", said.reason, { retryable: true });
  const { name, media_type, bytes } = said;
  return fileResponse({ name, media_type, bytes, size: bytes.length, etag: crypto.randomUUID() });
}
