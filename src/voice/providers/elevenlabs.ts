/** ElevenLabs: Scribe transcribes, and its voices read aloud. */
import { z } from "zod";
import { oneKeyOf } from "../../platform/one-key.ts";
import type { Ear, Mouth, NamedVoice, Price, SpeechAccess, SpokenSound, Utterance } from "../provider.ts";
import { RAW_RATE, wavOf } from "../wav.ts";
import { answerOf, baseLanguage, jsonPost, orRecording, soundForm, soundOf } from "./request.ts";

const BASE = "https://api.elevenlabs.io";
const EAR = "scribe_v2";
const MOUTH = "eleven_flash_v2_5";
const USUAL_VOICE = "JBFqnCBsd6RMkjVDRZzb";

const SOURCE = "elevenlabs.io/pricing/api as quoted in June 2026, read on 28 November 2026";

/** $0.22 an hour. */
const EAR_PRICE: Price = { usd: 0.22 / 3_600, source: SOURCE };

/** US dollars for a thousand characters. */
const MOUTH_PRICES: Readonly<Record<string, number>> = {
  eleven_flash_v2: 0.05,
  eleven_flash_v2_5: 0.05,
  eleven_turbo_v2: 0.05,
  eleven_turbo_v2_5: 0.05,
  eleven_multilingual_v2: 0.1,
  eleven_v3: 0.1,
};

const Heard = z.object({
  text: z.string(),
  audio_duration_secs: z.number().nonnegative().optional().catch(undefined),
  words: z
    .array(z.object({ end: z.number().nullish() }))
    .optional()
    .catch(undefined),
});

export function elevenLabsEar(access: SpeechAccess): Ear {
  return {
    model: EAR,
    price: EAR_PRICE,
    async transcribe(sound, signal) {
      const fields = {
        model_id: EAR,
        language_code: baseLanguage(sound.language),
        tag_audio_events: "false",
      };
      const init = {
        method: "POST",
        headers: elevenLabsHeaders(access),
        body: soundForm(sound, fields),
        signal,
      };
      const response = await answerOf({ ...elevenLabsRequest(access, "/v1/speech-to-text"), init });
      const { text, audio_duration_secs, words } = Heard.parse(await response.json());
      return { text, seconds: audio_duration_secs ?? words?.at(-1)?.end ?? undefined };
    },
  };
}

export function elevenLabsMouth(access: SpeechAccess): Mouth {
  const model = access.settings.ELEVENLABS_MODEL ?? MOUTH;
  return {
    model: () => model,
    price: () => priceOf(MOUTH_PRICES[model]),
    speak(utterance, signal) {
      const speakAs = (as: Utterance["as"]) => streamed(access, { ...utterance, as }, signal);
      // Free plans have no Opus.
      return utterance.as === "recording" ? speakAs("recording") : orRecording(speakAs, utterance.as);
    },
    voices: (signal) => voicesOf(access, signal),
  };
}

function priceOf(usd: number | undefined): Price | undefined {
  return usd === undefined ? undefined : { usd: usd / 1_000, source: SOURCE };
}

const FORMATS = {
  recording: { format: "mp3_44100_128", media_type: "audio/mpeg" },
  voice_note: { format: "opus_48000_64", media_type: "audio/ogg" },
  wav: { format: `pcm_${RAW_RATE}`, media_type: "audio/wav" },
} as const;

async function streamed(
  access: SpeechAccess,
  { text, voice, language, as }: Utterance,
  signal: AbortSignal,
): Promise<SpokenSound> {
  const { settings } = access;
  const model = settings.ELEVENLABS_MODEL ?? MOUTH;
  const usual = settings.ELEVENLABS_VOICE ?? USUAL_VOICE;
  const { format, media_type } = FORMATS[as];
  const path = `/v1/text-to-speech/${encodeURIComponent(voice ?? usual)}/stream?output_format=${format}`;
  const body = {
    text,
    model_id: model,
    ...(takesLanguage(model) && { language_code: baseLanguage(language) }),
  };
  const init = jsonPost(elevenLabsHeaders(access), body, signal);
  const response = await answerOf({ ...elevenLabsRequest(access, path), init });
  const sound = soundOf(response, media_type);
  return as === "wav" ? wavOf(sound.stream) : sound;
}

/** Older models refuse a request that names the language. */
function takesLanguage(model: string): boolean {
  return /_v2_5$|_v[3-9]/.test(model);
}

const Voices = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string(),
      labels: z.object({ language: z.string().optional() }).nullish().catch(undefined),
    }),
  ),
});

async function voicesOf(access: SpeechAccess, signal: AbortSignal): Promise<NamedVoice[]> {
  const init = { headers: elevenLabsHeaders(access), signal };
  const response = await answerOf({ ...elevenLabsRequest(access, "/v1/voices"), init });
  return Voices.parse(await response.json()).voices.map(({ voice_id, name, labels }) => ({
    id: voice_id,
    name,
    languages: labels?.language === undefined ? [] : [labels.language],
  }));
}

export function elevenLabsRequest({ settings, fetch }: SpeechAccess, path: string) {
  return { fetch, label: "ElevenLabs", url: `${settings.ELEVENLABS_BASE_URL ?? BASE}${path}` };
}

export function elevenLabsHeaders({ settings }: SpeechAccess): Record<string, string> {
  return { "xi-api-key": oneKeyOf(settings.ELEVENLABS_API_KEY) ?? "" };
}
