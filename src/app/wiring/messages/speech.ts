/** Speech and pictures of the instance: recordings to text, text to recordings, descriptions to pictures. */

import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { AccountStore } from "../../../providers/accounts.ts";
import { canDraw, drawPicture } from "../../../tools/media/make-image.ts";
import { createSynthesize } from "../../../tools/media/synthesize.ts";
import { createTranscribe } from "../../../tools/media/transcribe.ts";
import type { Env } from "../../env.ts";
import type { MediaServices, MediaSettings, OcrServices } from "../../services/media.ts";
import { wireImageModel } from "../outside/image-model.ts";
import { mediaSettings } from "../outside/media-settings.ts";
import { wireSpeechModel } from "../outside/speech-model.ts";

interface SpeechParts {
  env: Pick<Env, "AI">;
  settings: MediaSettings;
  accounts: Pick<AccountStore, "snapshot">;
  guard: GuardedFetch;
}

export function wireSpeech({
  env,
  accounts,
  guard,
  ...given
}: SpeechParts): Omit<MediaServices, "readPdf" | keyof OcrServices> {
  const fetchPlain = (url: string, init: RequestInit) => fetch(url, init);
  const settings = mediaSettings(given.settings, accounts);
  const workersAi = wireSpeechModel(env.AI);
  const pictures = { fetch: fetchPlain, guard, settings, workersAi: wireImageModel(env.AI) };
  return {
    illustrator: () =>
      canDraw(pictures) ? (asked, signal) => drawPicture(pictures, asked, signal) : undefined,
    transcriber: () => createTranscribe({ fetch: fetchPlain, settings, workersAi }),
    synthesizer: () => createSynthesize({ fetch: fetchPlain, settings }),
    mediaSettings: settings,
  };
}
