/** Wire form of OpenAI's audio API, which many servers speak: OpenAI itself, and local ones for Whisper, Kokoro and Piper. */
import { z } from "zod";
import type { ServiceFetch } from "../../platform/service-answer.ts";
import type { Sound, SpokenSound, Transcript, Utterance } from "../provider.ts";
import { answerOf, baseLanguage, jsonPost, orRecording, soundForm, soundOf } from "./request.ts";

export interface OpenAiServer {
  fetch: ServiceFetch;
  label: string;
  /** Up to `/v1`, without a slash at its end. */
  base: string;
  /** Empty: the server asks for none. */
  key: string;
}

const Answer = z.object({
  text: z.string(),
  duration: z.number().nonnegative().optional().catch(undefined),
  usage: z
    .object({ seconds: z.number().nonnegative().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export async function transcribeBy(
  server: OpenAiServer,
  { model, sound }: { model: string | undefined; sound: Sound },
  signal: AbortSignal,
): Promise<Transcript> {
  const fields = { model, response_format: "json", language: baseLanguage(sound.language) };
  const response = await answerOf({
    ...server,
    url: `${server.base}/audio/transcriptions`,
    init: { method: "POST", headers: headersOf(server), body: soundForm(sound, fields), signal },
  });
  const { text, duration, usage } = Answer.parse(await response.json());
  return { text, seconds: usage?.seconds ?? duration };
}

interface SpeechRequest {
  model: string | undefined;
  voice: string | undefined;
  utterance: Pick<Utterance, "text" | "as">;
}

const FORMATS = {
  recording: { response_format: "mp3", media_type: "audio/mpeg" },
  voice_note: { response_format: "opus", media_type: "audio/ogg" },
  wav: { response_format: "wav", media_type: "audio/wav" },
} as const;

/** A server without WAV makes what it has. */
export function speakBy(
  server: OpenAiServer,
  { model, voice, utterance: { text, as } }: SpeechRequest,
  signal: AbortSignal,
): Promise<SpokenSound> {
  const url = `${server.base}/audio/speech`;
  const speakAs = async (form: Utterance["as"]) => {
    const { response_format, media_type } = FORMATS[form];
    const body = { model, voice, input: text, response_format };
    const response = await answerOf({ ...server, url, init: jsonPost(headersOf(server), body, signal) });
    return soundOf(response, media_type);
  };
  return as === "wav" ? orRecording(speakAs, as) : speakAs(as);
}

export function headersOf({ key }: Pick<OpenAiServer, "key">): Record<string, string> {
  return key === "" ? {} : { authorization: `Bearer ${key}` };
}
