/** Deepgram's mouth: each voice of Aura is a model, made for one language. */
import { z } from "zod";
import {
  type Mouth,
  type NamedVoice,
  type Price,
  type SpeechAccess,
  SpeechFailure,
  type SpokenSound,
  type Utterance,
} from "../provider.ts";
import { deepgramHeaders, deepgramRequest } from "./deepgram.ts";
import { inPieces } from "./in-pieces.ts";
import { answerOf, baseLanguage, jsonPost, soundOf } from "./request.ts";

/** Characters of one request. */
const LONGEST = 2_000;

/** Usual voice of each language. */
const USUAL: Readonly<Record<string, string>> = {
  en: "aura-2-thalia-en",
  es: "aura-2-celeste-es",
  de: "aura-2-viktoria-de",
  fr: "aura-2-agathe-fr",
  it: "aura-2-livia-it",
  nl: "aura-2-rhea-nl",
  ja: "aura-2-fujin-ja",
};

const PRICE: Price = {
  usd: 0.03 / 1_000,
  source: "Aura-2 at developers.cloudflare.com/ai/models/@cf/deepgram/aura-2-en, read on 28 November 2026",
};

export function deepgramMouth(access: SpeechAccess): Mouth {
  const voiceOf = ({ voice, language }: Utterance) =>
    voice ?? access.settings.DEEPGRAM_VOICE ?? usualVoice(language);
  return {
    model: (utterance) => voiceOf(utterance),
    price: (utterance) => (voiceOf(utterance).startsWith("aura-2-") ? PRICE : undefined),
    speak(utterance, signal) {
      const model = voiceOf(utterance);
      const say = (text: string, as: Utterance["as"]) => spoken(access, { model, text, as }, signal);
      return inPieces(utterance, LONGEST, say);
    },
    voices: (signal) => voicesOf(access, signal),
  };
}

function usualVoice(language: string | undefined): string {
  const usual = USUAL[baseLanguage(language) ?? "en"];
  if (usual === undefined) throw new SpeechFailure(`Deepgram has no voice for the language ${language}.`);
  return usual;
}

const FORMATS = {
  recording: { media_type: "audio/mpeg", encoding: "mp3" },
  voice_note: { media_type: "audio/ogg", encoding: "opus", container: "ogg" },
  wav: { media_type: "audio/wav", encoding: "linear16", container: "wav", sample_rate: "24000" },
} as const;

async function spoken(
  access: SpeechAccess,
  { model, text, as }: { model: string; text: string; as: Utterance["as"] },
  signal: AbortSignal,
): Promise<SpokenSound> {
  const { media_type, ...form } = FORMATS[as];
  const query = new URLSearchParams({ model, ...form });
  const init = jsonPost(deepgramHeaders(access), { text }, signal);
  const response = await answerOf({ ...deepgramRequest(access, `/v1/speak?${query}`), init });
  return soundOf(response, media_type);
}

const Models = z.object({
  tts: z.array(
    z.object({ name: z.string(), canonical_name: z.string(), languages: z.array(z.string()).catch([]) }),
  ),
});

async function voicesOf(access: SpeechAccess, signal: AbortSignal): Promise<NamedVoice[]> {
  const init = { headers: deepgramHeaders(access), signal };
  const response = await answerOf({ ...deepgramRequest(access, "/v1/models"), init });
  return Models.parse(await response.json()).tts.map(({ name, canonical_name, languages }) => ({
    id: canonical_name,
    name: `${(name[0] ?? "").toUpperCase()}${name.slice(1)}`,
    languages,
  }));
}
