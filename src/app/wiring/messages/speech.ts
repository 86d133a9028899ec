/** Speech and pictures of the instance: recordings to text, text to recordings, descriptions to pictures. */

import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { D1AccountStore } from "../../../storage/d1/models/accounts.ts";
import { canDraw, drawPicture } from "../../../tools/media/make-image.ts";
import { EARS, inOrder, liveEarOf, MOUTHS } from "../../../voice/list.ts";
import type { SpeechAccess } from "../../../voice/provider.ts";
import type { SpeechSettings } from "../../../voice/settings.ts";
import type { Settings } from "../../config.ts";
import type { Env } from "../../env.ts";
import type { ConnectionServices } from "../../services/connections.ts";
import type { MediaServices, OcrServices } from "../../services/media.ts";
import { connectedKey, pictureSettings } from "../outside/connected-key.ts";
import { wireImageModel } from "../outside/image-model.ts";
import { modelSocket } from "../outside/model-socket.ts";
import type { LedgerParts } from "../outside/speech-ledger.ts";

interface SpeechParts extends LedgerParts {
  env: Pick<Env, "AI" | "BUCKET">;
  settings: Settings;
  connections: ConnectionServices["connections"];
  serviceFetch: ConnectionServices["serviceFetch"];
  accounts: Pick<D1AccountStore, "snapshot">;
  guard: GuardedFetch;
}

type Wired = Omit<MediaServices, "readPdf" | keyof OcrServices>;

export function wireSpeech(parts: SpeechParts): Wired {
  const { env, accounts, guard } = parts;
  const settings = pictureSettings(parts.settings, accounts);
  const plain = (url: string, init: RequestInit) => fetch(url, init);
  const pictures = { fetch: plain, guard, settings, workersAi: wireImageModel(env.AI) };
  return {
    illustrator: () =>
      canDraw(pictures) ? (asked, signal) => drawPicture(pictures, asked, signal) : undefined,
    pictureSettings: settings,
    recordings: async () => {
      const { R2Recordings } = await import("../../../storage/r2/recordings.ts");
      return new R2Recordings(env.BUCKET, parts.now);
    },
    ...wireVoices(parts),
  };
}

function wireVoices(
  parts: SpeechParts,
): Pick<Wired, "ears" | "mouths" | "speechAccess" | "transcriber" | "liveTranscriber" | "synthesizer"> {
  const speechAccess = () => accessOf(parts);
  const order = () => parts.accounts.snapshot().general ?? {};
  return {
    speechAccess,
    ears: () => inOrder(EARS, speechAccess(), order().ears),
    mouths: () => inOrder(MOUTHS, speechAccess(), order().mouths),
    transcriber() {
      const access = speechAccess();
      const providers = inOrder(EARS, access, order().ears);
      if (providers.length === 0) return undefined;
      return async (sound) => {
        const { hear } = await import("../outside/hear-and-say.ts");
        return hear({ providers, access, parts }, sound);
      };
    },
    liveTranscriber() {
      if (order().hears_live === false) return undefined;
      const access = speechAccess();
      const provider = liveEarOf(inOrder(EARS, access, order().ears), access);
      return (
        provider &&
        (async (wish) => {
          const { hearLive } = await import("../outside/hear-live.ts");
          return hearLive({ provider, access, parts }, wish);
        })
      );
    },
    synthesizer() {
      const access = speechAccess();
      const providers = inOrder(MOUTHS, access, order().mouths);
      if (providers.length === 0) return undefined;
      return async (utterance, signal) => {
        const { say } = await import("../outside/hear-and-say.ts");
        return say({ providers, access, parts }, utterance, signal);
      };
    },
  };
}

function accessOf({ env, now, settings, accounts, connections, serviceFetch }: SpeechParts): SpeechAccess {
  const held = () => connections.settings();
  const reach = serviceFetch(held);
  const { TRANSCRIPTION_SERVER_OWN_NETWORK, SPEECH_SERVER_OWN_NETWORK } = held() as SpeechSettings;
  return {
    settings: {
      ...settings,
      OPENAI_API_KEY: settings.OPENAI_API_KEY ?? connectedKey("openai", accounts),
      TRANSCRIPTION_SERVER_OWN_NETWORK,
      SPEECH_SERVER_OWN_NETWORK,
    },
    now,
    fetch: reach,
    openSocket: modelSocket(reach),
    ai: env.AI,
  };
}
