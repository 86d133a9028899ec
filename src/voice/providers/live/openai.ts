/** OpenAI hears live: a transcription session of its realtime API. */
import { z } from "zod";
import { toBase64 } from "../../../platform/bytes.ts";
import { LIVE_RATE, type LiveEar, type LiveListener } from "../../live/live-ear.ts";
import type { LiveWords } from "../../live/live-words.ts";
import { openLive } from "../../live/socket-hearing.ts";
import { type SpeechAccess, SpeechFailure } from "../../provider.ts";
import { openAiPrice, openAiServer } from "../openai.ts";
import { headersOf } from "../openai-wire.ts";
import { baseLanguage } from "../request.ts";
import { Upsampler } from "./upsampler.ts";

const EAR = "gpt-live-transcribe";

/** US dollars for a minute of sound. */
const USD = 0.017;

/** Samples a second that its sessions take. */
const RATE = 24_000;

const OF_WORDS = "conversation.item.input_audio_transcription";
const Message = z.object({
  type: z.string(),
  delta: z.string().optional(),
  transcript: z.string().optional(),
});

export function openAiLiveEar(access: SpeechAccess): LiveEar {
  return {
    model: EAR,
    price: openAiPrice(access, USD, 60),
    open: (listener, signal) => openLive(access, wireOf(access, listener), { listener, signal }),
  };
}

function wireOf(access: SpeechAccess, listener: LiveListener) {
  const server = openAiServer(access);
  const samples = new Upsampler(LIVE_RATE, RATE);
  return {
    label: server.label,
    url: `${server.base}/realtime?intent=transcription`,
    headers: headersOf(server),
    opening: { type: "session.update", session: sessionOf(listener) },
    sound: (pcm: Uint8Array) => ({
      type: "input_audio_buffer.append",
      audio: toBase64(samples.next(pcm)),
    }),
    ending: { type: "input_audio_buffer.commit" },
    read,
  };
}

function sessionOf({ language }: LiveListener) {
  const spoken = baseLanguage(language);
  return {
    type: "transcription",
    audio: {
      input: {
        format: { type: "audio/pcm", rate: RATE },
        transcription: { model: EAR, ...(spoken !== undefined && { languages: [spoken] }) },
        turn_detection: null,
      },
    },
  };
}

function read(message: object, words: LiveWords): void {
  const { data } = Message.safeParse(message);
  switch (data?.type) {
    case `${OF_WORDS}.delta`:
      words.guessMore(data.delta ?? "");
      break;
    case `${OF_WORDS}.completed`:
      words.settlePart(data.transcript ?? "");
      break;
    case `${OF_WORDS}.failed`:
    case "error":
      throw new SpeechFailure("OpenAI could not transcribe this. Try again.");
  }
}
