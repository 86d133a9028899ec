/** Speech of the instance: recordings to text, and text to recordings. */

import { createSynthesize, type SpeechSettings } from "../../../tools/media/synthesize.ts";
import { createTranscribe, type TranscribeSettings } from "../../../tools/media/transcribe.ts";
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { wireSpeechModel } from "../outside/speech-model.ts";

interface SpeechParts {
  env: Pick<Env, "AI">;
  settings: TranscribeSettings & SpeechSettings;
}

export function wireSpeech({ env, settings }: SpeechParts): Pick<House, "transcribe" | "synthesize"> {
  const fetchPlain = (url: string, init: RequestInit) => fetch(url, init);
  const transcribe = createTranscribe({
    fetch: fetchPlain,
    settings,
    workersAi: wireSpeechModel(env.AI),
  });
  return { transcribe, synthesize: createSynthesize({ fetch: fetchPlain, settings }) };
}
