/** OpenAI's mouth by a realtime model: the one that the provider names for the time after its endpoint for speech. */
import { REALTIME_VOICES, realtimeVoice } from "../../../providers/openai/realtime/voices.ts";
import {
  type Mouth,
  type SpeechAccess,
  SpeechFailure,
  type SpokenSound,
  type Utterance,
} from "../../provider.ts";
import { wavOf } from "../../wav.ts";
import { inPieces } from "../in-pieces.ts";
import { openAiPrice } from "../openai.ts";
import { Bill, USD_A_CHARACTER } from "./bill.ts";
import { REALTIME_MOUTH } from "./model.ts";
import { readAloud } from "./reading.ts";

/** Characters of one response: a model says some three minutes at once. */
const LONGEST = 1_500;

export function openAiRealtimeMouth(access: SpeechAccess): Mouth {
  return {
    model: () => REALTIME_MOUTH,
    price: () => openAiPrice(access, USD_A_CHARACTER, 1),
    speak: (utterance, signal) => spoken(access, utterance, signal),
    voices: () =>
      Promise.resolve(
        REALTIME_VOICES.map((id) => ({ id, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, languages: [] })),
      ),
  };
}

/** Samples, in any case: the model makes nothing else that is a file. */
async function spoken(
  access: SpeechAccess,
  { voice, ...utterance }: Utterance,
  signal: AbortSignal,
): Promise<SpokenSound> {
  const bill = new Bill(openAiPrice(access, 1, 1) !== undefined);
  const wanted = realtimeVoice(voice ?? access.settings.SPEECH_VOICE);
  try {
    const { stream } = await inPieces({ ...utterance, as: "wav" }, LONGEST, async (text) => ({
      media_type: "audio/pcm",
      stream: await readAloud(access, { text, voice: wanted, bill }, signal),
    }));
    return { ...wavOf(bill.until(stream)), spent: bill.total };
  } catch (problem) {
    if (!(problem instanceof SpeechFailure)) throw problem;
    throw new SpeechFailure(problem.message, bill.spent);
  }
}
