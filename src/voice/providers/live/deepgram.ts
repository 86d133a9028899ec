/** Deepgram hears live: samples as they are, and results that grow until they are final. */
import { z } from "zod";
import type { LiveEar, LiveListener } from "../../live/live-ear.ts";
import { LIVE_RATE } from "../../live/live-ear.ts";
import type { LiveWords } from "../../live/live-words.ts";
import { openLive } from "../../live/socket-hearing.ts";
import type { Price, SpeechAccess } from "../../provider.ts";
import { DEEPGRAM_EAR, deepgramHeaders, deepgramRequest, spokenIn } from "../deepgram.ts";

/** Price of streams in any of its languages. */
const PRICE: Price = {
  usd: 0.0092 / 60,
  source: "deepgram.com/pricing as quoted on 1 August 2026, read on 28 November 2026",
};

const Results = z.object({
  type: z.literal("Results"),
  is_final: z.boolean(),
  channel: z.object({ alternatives: z.array(z.object({ transcript: z.string() })) }),
});
const Metadata = z.object({
  type: z.literal("Metadata"),
  duration: z.number().nonnegative().optional().catch(undefined),
});

export function deepgramLiveEar(access: SpeechAccess): LiveEar {
  const model = access.settings.DEEPGRAM_MODEL ?? DEEPGRAM_EAR;
  return {
    model,
    price: model === DEEPGRAM_EAR ? PRICE : undefined,
    open: (listener, signal) => openLive(access, wireOf(access, model, listener), { listener, signal }),
  };
}

function wireOf(access: SpeechAccess, model: string, { language }: LiveListener) {
  const query = new URLSearchParams({
    model,
    smart_format: "true",
    interim_results: "true",
    encoding: "linear16",
    sample_rate: String(LIVE_RATE),
    channels: "1",
    ...spokenIn(model, language, true),
  });
  const { label, url } = deepgramRequest(access, `/v1/listen?${query}`);
  return {
    label,
    url,
    headers: deepgramHeaders(access),
    sound: (pcm: Uint8Array) => pcm,
    ending: { type: "CloseStream" },
    read,
  };
}

/** After the end of the stream come its last results, and then what is known about it. */
function read(message: object, words: LiveWords): void {
  const results = Results.safeParse(message);
  if (results.success) {
    const { is_final, channel } = results.data;
    const text = channel.alternatives[0]?.transcript ?? "";
    if (is_final) words.settle(text);
    else words.guess(text);
    return;
  }
  const metadata = Metadata.safeParse(message);
  if (metadata.success) words.end(metadata.data.duration);
}
