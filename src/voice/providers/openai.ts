/** OpenAI's ear and mouth. */
import { oneKeyOf } from "../../platform/one-key.ts";
import type { Ear, Mouth, Price, SpeechAccess } from "../provider.ts";
import { type OpenAiServer, speakBy, transcribeBy } from "./openai-wire.ts";

const BASE = "https://api.openai.com/v1";
const EAR = "gpt-transcribe";
const MOUTH = "gpt-4o-mini-tts";

/** US dollars for a minute of sound. */
const EAR_PRICES: Readonly<Record<string, number>> = {
  "gpt-transcribe": 0.0045,
  "gpt-4o-transcribe": 0.006,
  "gpt-4o-mini-transcribe": 0.003,
  "whisper-1": 0.006,
};

/** US dollars for a million characters. Those of the mini model are its $0.015 a minute at 15 characters a second. */
const MOUTH_PRICES: Readonly<Record<string, number>> = {
  "gpt-4o-mini-tts": 17,
  "tts-1": 15,
  "tts-1-hd": 30,
};

const SOURCE = "developers.openai.com/api/docs/pricing, read on 28 November 2026";

/** Voices of the models that speak, in the order of the documentation. */
const VOICES = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");

export function openAiEar(access: SpeechAccess): Ear {
  const model = access.settings.TRANSCRIBE_MODEL ?? EAR;
  return {
    model,
    price: openAiPrice(access, EAR_PRICES[model], 60),
    transcribe: (sound, signal) => transcribeBy(openAiServer(access), { model, sound }, signal),
  };
}

export function openAiMouth(access: SpeechAccess): Mouth {
  const { settings } = access;
  const model = settings.SPEECH_MODEL ?? MOUTH;
  const usual = settings.SPEECH_VOICE ?? "alloy";
  return {
    model: () => model,
    price: () => openAiPrice(access, MOUTH_PRICES[model], 1_000_000),
    speak: ({ voice = usual, ...utterance }, signal) =>
      speakBy(openAiServer(access), { model, voice, utterance }, signal),
    voices: () =>
      Promise.resolve(VOICES.map((id) => ({ id, name: id[0]?.toUpperCase() + id.slice(1), languages: [] }))),
  };
}

/** Another server behind the same setting has prices of its own. */
export function openAiPrice(
  { settings }: SpeechAccess,
  usd: number | undefined,
  units: number,
): Price | undefined {
  const isOpenAi = settings.OPENAI_BASE_URL === undefined || settings.OPENAI_BASE_URL === BASE;
  return usd === undefined || !isOpenAi ? undefined : { usd: usd / units, source: SOURCE };
}

export function openAiServer({ settings, fetch }: SpeechAccess): OpenAiServer {
  const base = settings.OPENAI_BASE_URL ?? BASE;
  return { fetch, label: "OpenAI", base, key: oneKeyOf(settings.OPENAI_API_KEY) ?? "" };
}
