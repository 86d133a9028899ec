/** ElevenLabs hears live: Scribe's realtime model, told by us where an utterance ends. */
import { z } from "zod";
import { toBase64 } from "../../../platform/bytes.ts";
import { LIVE_RATE, type LiveEar, type LiveListener } from "../../live/live-ear.ts";
import type { LiveWords } from "../../live/live-words.ts";
import { openLive } from "../../live/socket-hearing.ts";
import { type Price, type SpeechAccess, SpeechFailure } from "../../provider.ts";
import { elevenLabsHeaders, elevenLabsRequest } from "../elevenlabs.ts";
import { baseLanguage } from "../request.ts";

const EAR = "scribe_v2_realtime";

/** $0.39 an hour. */
const PRICE: Price = {
  usd: 0.39 / 3_600,
  source: "elevenlabs.io/pricing/api as quoted by vercel.com/ai-gateway, read on 28 November 2026",
};

const Message = z.object({ message_type: z.string(), text: z.string().optional() });

export function elevenLabsLiveEar(access: SpeechAccess): LiveEar {
  return {
    model: EAR,
    price: PRICE,
    open: (listener, signal) => openLive(access, wireOf(access, listener), { listener, signal }),
  };
}

function wireOf(access: SpeechAccess, { language }: LiveListener) {
  const spoken = baseLanguage(language);
  const query = new URLSearchParams({
    model_id: EAR,
    audio_format: `pcm_${LIVE_RATE}`,
    commit_strategy: "manual",
    ...(spoken !== undefined && { language_code: spoken }),
  });
  const { label, url } = elevenLabsRequest(access, `/v1/speech-to-text/realtime?${query}`);
  return {
    label,
    url,
    headers: elevenLabsHeaders(access),
    sound: (pcm: Uint8Array) => chunk(toBase64(pcm), false),
    ending: chunk("", true),
    read,
  };
}

function chunk(audio_base_64: string, commit: boolean) {
  return { message_type: "input_audio_chunk", audio_base_64, commit, sample_rate: LIVE_RATE };
}

/** A long utterance is committed in parts, without being asked to. */
function read(message: object, words: LiveWords): void {
  const { data } = Message.safeParse(message);
  if (data?.message_type === "partial_transcript") words.guess(data.text ?? "");
  else if (data?.message_type === "committed_transcript") words.settlePart(data.text ?? "");
  else if ("error" in message) throw new SpeechFailure("ElevenLabs could not transcribe this. Try again.");
}
