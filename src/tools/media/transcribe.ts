/** Speech recognition by an OpenAI-compatible server, or by Workers AI where the account has it. */
import { z } from "zod";
import { failureText, type MediaFetch } from "./media-fetch.ts";
import { oneKeyOf } from "./one-key.ts";

export interface TranscribeSettings {
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
  TRANSCRIBE_MODEL?: string | undefined;
}

export interface TranscribeDeps {
  fetch: MediaFetch;
  settings: TranscribeSettings;
  /** Workers AI binding; takes a recording as base64. */
  workersAi?: ((audio: string, signal: AbortSignal) => Promise<string>) | undefined;
}

interface Recording {
  media_type: string;
  bytes: Uint8Array;
}

/** `reason` is public and says what to do. */
type TranscriptionResult = { ok: true; text: string } | { ok: false; reason: string };

/** Tries once. Never rejects. */
export type Transcribe = (recording: Recording) => Promise<TranscriptionResult>;

const WITHIN_MS = 30_000;
const MOST_TEXT = 20_000;

/** Undefined when no provider is configured. */
export function createTranscribe(deps: TranscribeDeps): Transcribe | undefined {
  const transcriber = wayOf(deps);
  if (!transcriber) return undefined;
  return async (recording) => {
    try {
      const result = await transcriber(recording, AbortSignal.timeout(WITHIN_MS));
      return result.ok ? transcriptOf(result.text) : result;
    } catch {
      return { ok: false, reason: "the transcription did not answer in time, or not with words." };
    }
  };
}

type Transcriber = (recording: Recording, signal: AbortSignal) => Promise<TranscriptionResult>;

function wayOf({ settings, workersAi, fetch }: TranscribeDeps): Transcriber | undefined {
  const { OPENAI_BASE_URL: base = "https://api.openai.com/v1" } = settings;
  const { TRANSCRIBE_MODEL: model = "gpt-4o-mini-transcribe" } = settings;
  const key = oneKeyOf(settings.OPENAI_API_KEY);
  if (key !== undefined)
    return (recording, signal) => byServer({ fetch, key, base, model }, recording, signal);
  if (!workersAi) return undefined;
  return async ({ bytes }, signal) => ({ ok: true, text: await workersAi(base64(bytes), signal) });
}

const Answer = z.object({ text: z.string() });

async function byServer(
  { fetch, key, base, model }: { fetch: MediaFetch; key: string; base: string; model: string },
  recording: Recording,
  signal: AbortSignal,
): Promise<TranscriptionResult> {
  const response = await fetch(`${base}/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: formOf(model, recording),
    signal,
  });
  if (!response.ok) return { ok: false, reason: failureText("the transcription", response.status) };
  return { ok: true, text: Answer.parse(await response.json()).text };
}

function formOf(model: string, { media_type, bytes }: Recording): FormData {
  const form = new FormData();
  const file = new File([new Uint8Array(bytes)], `voice.${endingOf(media_type)}`, { type: media_type });
  form.set("file", file);
  form.set("model", model);
  form.set("response_format", "json");
  return form;
}

/**
 * File name endings by media type: servers detect the format by the name, and chat platforms use names of their own.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/opus": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "audio/aac": "m4a",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/flac": "flac",
  "audio/webm": "webm",
  "video/webm": "webm",
  "video/mp4": "mp4",
};

function endingOf(media_type: string): string {
  return ENDINGS[media_type] ?? "ogg";
}

function transcriptOf(text: string): TranscriptionResult {
  const words = text.trim();
  if (words === "") return { ok: false, reason: "no words were heard in it." };
  return {
    ok: true,
    text: words.length > MOST_TEXT ? `${words.slice(0, MOST_TEXT).toWellFormed()}…` : words,
  };
}

/** Converts in pieces: the number of a call's arguments is limited. */
function base64(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8_192) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * 8_192, (at + 1) * 8_192)),
  );
  return btoa(pieces.join(""));
}
