/** Speech of the instance: recordings to text, and text to recordings. */

import type { AccountStore } from "../../../providers/accounts.ts";
import { createSynthesize } from "../../../tools/media/synthesize.ts";
import { createTranscribe } from "../../../tools/media/transcribe.ts";
import type { Env } from "../../env.ts";
import type { MediaServices, MediaSettings } from "../../services/media.ts";
import { mediaSettings } from "../outside/media-settings.ts";
import { wireSpeechModel } from "../outside/speech-model.ts";

interface SpeechParts {
  env: Pick<Env, "AI">;
  settings: MediaSettings;
  accounts: Pick<AccountStore, "snapshot">;
}

export function wireSpeech({ env, accounts, ...given }: SpeechParts): Omit<MediaServices, "readPdf"> {
  const fetchPlain = (url: string, init: RequestInit) => fetch(url, init);
  const settings = mediaSettings(given.settings, accounts);
  const workersAi = wireSpeechModel(env.AI);
  return {
    transcriber: () => createTranscribe({ fetch: fetchPlain, settings, workersAi }),
    synthesizer: () => createSynthesize({ fetch: fetchPlain, settings }),
    mediaSettings: settings,
  };
}
