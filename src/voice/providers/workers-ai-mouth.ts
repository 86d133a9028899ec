/** Voices of Workers AI, by the binding: Aura for English and Spanish, MeloTTS for French. */
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
import { inPieces } from "./in-pieces.ts";
import { baseLanguage, soundOf } from "./request.ts";

const AURA = { en: "@cf/deepgram/aura-2-en", es: "@cf/deepgram/aura-2-es" } as const;
const MELO = "@cf/myshell-ai/melotts";

/** Characters of one request to Aura. */
const LONGEST = 2_000;

const AURA_PRICE: Price = {
  usd: 0.03 / 1_000,
  source: "developers.cloudflare.com/ai/models/@cf/deepgram/aura-2-en, read on 28 November 2026",
};

/** $0.0002 a minute of sound, at 15 characters a second. */
const MELO_PRICE: Price = {
  usd: 0.0002 / 900,
  source: "developers.cloudflare.com/workers-ai/platform/pricing, read on 28 November 2026",
};

/** Aura's form of sound that can be played while it comes. */
const SAMPLES = { encoding: "linear16", container: "wav", sample_rate: 24_000 };

/** Aura's voices for English. */
const ENGLISH =
  "amalthea andromeda apollo arcas aries asteria athena atlas aurora callista cora cordelia delia draco electra harmonia helena hera hermes hyperion iris janus juno jupiter luna mars minerva neptune odysseus ophelia orion orpheus pandora phoebe pluto saturn thalia theia vesta zeus".split(
    " ",
  );

export function workersAiMouth({ ai }: SpeechAccess): Mouth {
  return {
    model: modelOf,
    price: (utterance) => (modelOf(utterance) === MELO ? MELO_PRICE : AURA_PRICE),
    async speak(utterance, signal) {
      if (!ai) throw new SpeechFailure("This account has no Workers AI.");
      const model = modelOf(utterance);
      if (model === MELO)
        return melody(await ai.run(MELO, { prompt: utterance.text, lang: "fr" }, { signal }));
      const speaker = utterance.voice === undefined ? {} : { speaker: utterance.voice };
      const as = utterance.as === "wav" ? "wav" : "recording";
      return inPieces({ ...utterance, as }, LONGEST, async (text, form) => {
        const input = { text, ...speaker, ...(form === "wav" && SAMPLES) };
        return sounded(await ai.run(model, input, { signal, returnRawResponse: true }));
      });
    },
    voices: () => Promise.resolve(ENGLISH.map(named)),
  };
}

function modelOf({ voice, language }: Utterance): string {
  const base = baseLanguage(language) ?? "en";
  if (voice !== undefined && ENGLISH.includes(voice)) return AURA.en;
  if (base === "en" || base === "es") return AURA[base];
  if (base === "fr") return MELO;
  throw new SpeechFailure(`Workers AI has no voice for the language ${language}.`);
}

function named(id: string): NamedVoice {
  return { id, name: `${(id[0] ?? "").toUpperCase()}${id.slice(1)}`, languages: ["en"] };
}

/** The binding answers with a response, or with its body alone. */
function sounded(answer: unknown): SpokenSound {
  if (answer instanceof Response && answer.ok) return soundOf(answer, "audio/mpeg");
  if (answer instanceof ReadableStream) return { media_type: "audio/mpeg", stream: answer };
  throw new SpeechFailure("Workers AI answered without sound. Try again later.");
}

const Melody = z.object({ audio: z.base64() });

function melody(answer: unknown): SpokenSound {
  if (answer instanceof ReadableStream || answer instanceof Response) return sounded(answer);
  const bytes = Uint8Array.from(atob(Melody.parse(answer).audio), (letter) => letter.charCodeAt(0));
  const body = new Response(bytes);
  return soundOf(body, "audio/mpeg");
}
