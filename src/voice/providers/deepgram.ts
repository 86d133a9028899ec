/** Deepgram's ear. */
import { z } from "zod";
import { oneKeyOf } from "../../platform/one-key.ts";
import type { Ear, Price, SpeechAccess } from "../provider.ts";
import { answerOf } from "./request.ts";

const BASE = "https://api.deepgram.com";
export const DEEPGRAM_EAR = "nova-3";

/** Price of recordings in any of its languages. */
const EAR_PRICE: Price = {
  usd: 0.0092 / 60,
  source: "deepgram.com/pricing as quoted on 1 August 2026, read on 28 November 2026",
};

const Heard = z.object({
  metadata: z.object({ duration: z.number().nonnegative() }),
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })) })).min(1),
  }),
});

export function deepgramEar(access: SpeechAccess): Ear {
  const model = access.settings.DEEPGRAM_MODEL ?? DEEPGRAM_EAR;
  return {
    model,
    price: model === DEEPGRAM_EAR ? EAR_PRICE : undefined,
    async transcribe({ media_type, bytes, language }, signal) {
      const query = new URLSearchParams({ model, smart_format: "true", ...spokenIn(model, language) });
      const headers = { ...deepgramHeaders(access), "content-type": media_type };
      const init = { method: "POST", headers, body: new Uint8Array(bytes), signal };
      const response = await answerOf({ ...deepgramRequest(access, `/v1/listen?${query}`), init });
      const { metadata, results } = Heard.parse(await response.json());
      const words = results.channels.map(({ alternatives }) => alternatives[0]?.transcript ?? "");
      return { text: words.join("\n"), seconds: metadata.duration };
    },
  };
}

/** Nova-3 knows all its languages at once, and takes a hint; other models need to be told, and detect one in recordings only. */
export function spokenIn(
  model: string,
  language: string | undefined,
  isLive = false,
): Record<string, string> {
  if (model === DEEPGRAM_EAR)
    return { language: "multi", ...(language !== undefined && { language_hint: language }) };
  if (language !== undefined) return { language };
  return isLive ? {} : { detect_language: "true" };
}

export function deepgramRequest({ settings, fetch }: SpeechAccess, path: string) {
  return { fetch, label: "Deepgram", url: `${settings.DEEPGRAM_BASE_URL ?? BASE}${path}` };
}

export function deepgramHeaders({ settings }: SpeechAccess): Record<string, string> {
  return { authorization: `Token ${oneKeyOf(settings.DEEPGRAM_API_KEY) ?? ""}` };
}
