/** Whisper on Workers AI, by the binding: no key needed once deployed. */
import { z } from "zod";
import { toBase64 } from "../../platform/bytes.ts";
import { type Ear, type Price, type SpeechAccess, SpeechFailure } from "../provider.ts";
import { baseLanguage } from "./request.ts";

const EAR = "@cf/openai/whisper-large-v3-turbo";

const EAR_PRICE: Price = {
  usd: 0.00051 / 60,
  source: "developers.cloudflare.com/workers-ai/platform/pricing, read on 28 November 2026",
};

const Heard = z.object({
  text: z.string(),
  transcription_info: z.object({ duration: z.number().nonnegative() }).optional().catch(undefined),
});

export function workersAiEar({ ai }: SpeechAccess): Ear {
  return {
    model: EAR,
    price: EAR_PRICE,
    async transcribe({ bytes, language }, signal) {
      if (!ai) throw new SpeechFailure("This account has no Workers AI.");
      const input = { audio: toBase64(bytes), language: baseLanguage(language) };
      const { text, transcription_info } = Heard.parse(await ai.run(EAR, input, { signal }));
      return { text, seconds: transcription_info?.duration };
    },
  };
}
