/** Servers of one's own that speak OpenAI's audio API, such as speaches, faster-whisper, whisper.cpp, Kokoro-FastAPI and Piper. */
import { z } from "zod";
import type { Ear, Mouth, NamedVoice, Price, SpeechAccess } from "../provider.ts";
import { headersOf, type OpenAiServer, speakBy, transcribeBy } from "./openai-wire.ts";
import { answerOf } from "./request.ts";

export function transcriptionServer({ settings, fetch }: SpeechAccess): Ear {
  const model = settings.TRANSCRIPTION_SERVER_MODEL ?? "whisper-1";
  const server = {
    fetch,
    label: "The transcription server",
    base: baseOf(settings.TRANSCRIPTION_SERVER_URL),
    key: settings.TRANSCRIPTION_SERVER_KEY ?? "",
  };
  return {
    model,
    price: freeWithin(settings.TRANSCRIPTION_SERVER_OWN_NETWORK),
    transcribe: (sound, signal) => transcribeBy(server, { model, sound }, signal),
  };
}

export function speechServer({ settings, fetch }: SpeechAccess): Mouth {
  const model = settings.SPEECH_SERVER_MODEL ?? "tts-1";
  const usual = settings.SPEECH_SERVER_VOICE;
  const server = {
    fetch,
    label: "The speech server",
    base: baseOf(settings.SPEECH_SERVER_URL),
    key: settings.SPEECH_SERVER_KEY ?? "",
  };
  return {
    model: () => model,
    price: () => freeWithin(settings.SPEECH_SERVER_OWN_NETWORK),
    speak: ({ voice = usual, ...utterance }, signal) => speakBy(server, { model, voice, utterance }, signal),
    voices: (signal) => voicesOf(server, signal),
  };
}

/** On the operator's own network nobody sends a bill. */
function freeWithin(ownNetwork: string | undefined): Price | undefined {
  return ownNetwork === "true" ? { usd: 0, source: "the operator's own network" } : undefined;
}

/** The address up to `/v1`, also of one that was entered without a path. */
function baseOf(address = ""): string {
  const whole = address.trim().replace(/\/+$/, "");
  return URL.parse(whole)?.pathname === "/" ? `${whole}/v1` : whole;
}

/** Servers list names alone, or objects that call the name in different ways. */
const Listed = z.union([
  z.string().transform((name) => ({ id: name, name })),
  z
    .object({ id: z.string().optional(), voice_id: z.string().optional(), name: z.string().optional() })
    .transform(({ id, voice_id, name }) => ({ id: id ?? voice_id ?? name, name })),
]);
const Voices = z.object({ voices: z.array(Listed) });

/** By `/audio/voices`, which local servers have beside OpenAI's API. */
async function voicesOf(server: OpenAiServer, signal: AbortSignal): Promise<NamedVoice[]> {
  const url = `${server.base}/audio/voices`;
  const response = await answerOf({ ...server, url, init: { headers: headersOf(server), signal } });
  const { voices } = Voices.parse(await response.json());
  return voices.flatMap(({ id, name }) =>
    id === undefined ? [] : [{ id, name: name ?? id, languages: [] }],
  );
}
