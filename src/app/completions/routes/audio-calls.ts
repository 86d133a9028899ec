/** Speech and transcription for programs that speak OpenAI's API. */
import { AppError } from "../../../domain/errors.ts";
import type { SpeechProblem } from "../../../voice/ports.ts";
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const MOST_BYTES = 20_000_000;

const NONE_SPEAKS = "No provider that reads aloud is connected. An admin can connect one under Connections.";
const NONE_HEARS = "No provider that transcribes is connected. An admin can connect one under Connections.";

const KNOWN_FORM = /^(?:[\w-]+\/)?\w[\w.+:() -]{0,119}$/;

export async function speak(
  context: ApiContext,
  { text, voice }: { text: string; voice: unknown },
): Promise<Response> {
  const synthesize = servicesOf(context).synthesizer();
  if (!synthesize) throw new AppError("conflict", NONE_SPEAKS);
  const named = typeof voice === "string" && KNOWN_FORM.test(voice) ? voice : undefined;
  const { owner } = context.get("principal");
  const wish = { text, voice: named, as: "recording" as const, payer: { owner } };
  const said = await synthesize(wish, context.req.raw.signal);
  if (!said.ok) throw refused(said);
  return new Response(said.stream, { headers: { "content-type": said.media_type } });
}

export async function transcribe(context: ApiContext) {
  const transcriber = servicesOf(context).transcriber();
  if (!transcriber) throw new AppError("conflict", NONE_HEARS);
  const { file, response_format, language } = await context.req.parseBody().catch(() => {
    throw new AppError("malformed_request", "file: send the recording as multipart/form-data.");
  });
  if (!(file instanceof File) || file.size === 0)
    throw new AppError("malformed_request", "file: there is no recording in the form.");
  if (file.size > MOST_BYTES)
    throw new AppError("payload_too_large", `file: a recording has at most ${MOST_BYTES} bytes.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { owner } = context.get("principal");
  const heard = await transcriber({
    media_type: file.type || "audio/mpeg",
    bytes,
    language: typeof language === "string" && /^[a-z]{2,3}(?:-\w+)?$/i.test(language) ? language : undefined,
    payer: { owner },
  });
  if (!heard.ok) throw refused(heard);
  if (response_format === "text")
    return new Response(heard.text, { headers: { "content-type": "text/plain" } });
  return reply(200, { text: heard.text });
}

function refused({ reason, isOverBudget }: SpeechProblem): AppError {
  return new AppError(isOverBudget ? "budget_exceeded" : "api_fail", reason);
}
