/** Speech in the shapes of OpenAI's API: by the provider that is connected here, whatever model a program names. */
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const MOST_BYTES = 20_000_000;
const LONGEST_TEXT = 4_096;
const WITHIN_MS = 60_000;

const SpeechBody = () =>
  z.looseObject({
    model: z.string().max(200).nullish(),
    input: z.string().trim().min(1).max(LONGEST_TEXT),
    voice: z.unknown().optional(),
  });

const TranscriptionShape = () => z.object({ text: z.string() });

export const audioRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/audio/speech",
    policy: { who: "member", scope: "chat" },
    summary: "Reads a text aloud, in the shape of OpenAI's API.",
    body: SpeechBody,
    answers: () => ({ 200: "file" }),
    handler: (context, { body: { input } }) => spoken(context, input),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/audio/transcriptions",
    policy: { who: "member", scope: "chat" },
    summary: "Writes a recording down, in the shape of OpenAI's API.",
    takes: ["multipart/form-data"],
    answers: () => ({ 200: [TranscriptionShape(), "file"] }),
    handler: transcribed,
  }),
];

async function spoken(context: ApiContext, text: string): Promise<Response> {
  const synthesize = servicesOf(context).synthesizer();
  if (!synthesize)
    throw new AppError(
      "conflict",
      "No provider that reads aloud is connected. An admin can connect one on the Models page.",
    );
  const said = await synthesize({ text, as: "recording" }, AbortSignal.timeout(WITHIN_MS)).catch(
    () => undefined,
  );
  if (said === undefined) throw new AppError("api_fail", "The voice did not answer in time. Try again.");
  if (!said.ok) throw new AppError("api_fail", said.reason);
  return new Response(said.bytes, { headers: { "content-type": said.media_type } });
}

async function transcribed(context: ApiContext) {
  const transcribe = servicesOf(context).transcriber();
  if (!transcribe)
    throw new AppError(
      "conflict",
      "No provider that writes down speech is connected. An admin can connect one on the Models page.",
    );
  const { file, response_format } = await context.req.parseBody().catch(() => {
    throw new AppError("malformed_request", "file: send the recording as multipart/form-data.");
  });
  if (!(file instanceof File) || file.size === 0)
    throw new AppError("malformed_request", "file: there is no recording in the form.");
  if (file.size > MOST_BYTES)
    throw new AppError("payload_too_large", `file: a recording has at most ${MOST_BYTES} bytes.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const heard = await transcribe({ media_type: file.type || "audio/mpeg", bytes });
  if (!heard.ok) throw new AppError("api_fail", heard.reason);
  if (response_format === "text")
    return new Response(heard.text, { headers: { "content-type": "text/plain" } });
  return reply(200, { text: heard.text });
}
