/** Speech synthesis by ElevenLabs or an OpenAI-compatible server, whichever is configured. */
import { failureText, type MediaFetch } from "./media-fetch.ts";
import { oneKeyOf } from "./one-key.ts";

export interface SpeechSettings {
  ELEVENLABS_API_KEY?: string | undefined;
  ELEVENLABS_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
}

interface Speech {
  text: string;
  /** The provider's name for a voice; absent: a common one. */
  voice?: string;
  /** `recording`: a file for any player. `voice_note`: for a chat. */
  as: "recording" | "voice_note";
}

export type SpeechResult =
  | { ok: true; bytes: Uint8Array; media_type: string; name: string }
  /** `reason` is public and says what to do. */
  | { ok: false; reason: string };

/** Tries once. May reject with the network's error. */
export type Synthesize = (speech: Speech, signal: AbortSignal) => Promise<SpeechResult>;

/** Undefined when no provider is configured. */
export function createSynthesize(deps: {
  fetch: MediaFetch;
  settings: SpeechSettings;
}): Synthesize | undefined {
  const way = wayOf(deps.settings);
  if (!way) return undefined;
  return async (speech, signal) => {
    const { provider, url, init, sound } = way(speech);
    const response = await deps.fetch(url, { ...init, signal });
    if (!response.ok) return { ok: false, reason: failureText(provider, response.status) };
    return { ok: true, bytes: new Uint8Array(await response.arrayBuffer()), ...sound };
  };
}

interface SpeechRequest {
  provider: string;
  url: string;
  init: RequestInit;
  sound: { media_type: string; name: string };
}

const MP3 = { media_type: "audio/mpeg", name: "speech.mp3" };
const OGG = { media_type: "audio/ogg", name: "voice.ogg" };

function wayOf(settings: SpeechSettings): ((speech: Speech) => SpeechRequest) | undefined {
  const elevenLabsKey = oneKeyOf(settings.ELEVENLABS_API_KEY);
  if (elevenLabsKey !== undefined)
    return (speech) => elevenLabs(elevenLabsKey, settings.ELEVENLABS_BASE_URL, speech);
  const key = oneKeyOf(settings.OPENAI_API_KEY);
  return key === undefined ? undefined : (speech) => openAi(key, settings.OPENAI_BASE_URL, speech);
}

function elevenLabs(
  key: string,
  base = "https://api.elevenlabs.io",
  { text, voice = "JBFqnCBsd6RMkjVDRZzb" }: Speech,
): SpeechRequest {
  return {
    provider: "ElevenLabs",
    url: `${base}/v1/text-to-speech/${voice}?output_format=mp3_44100_128`,
    init: post({ "xi-api-key": key }, { text, model_id: "eleven_multilingual_v2" }),
    sound: MP3,
  };
}

/** OpenAI's Opus comes in Ogg, which chats show as a voice note. */
function openAi(
  key: string,
  base = "https://api.openai.com/v1",
  { text, voice = "alloy", as }: Speech,
): SpeechRequest {
  const response_format = as === "voice_note" ? "opus" : "mp3";
  const body = { model: "gpt-4o-mini-tts", voice, input: text, response_format };
  return {
    provider: "OpenAI",
    url: `${base}/audio/speech`,
    init: post({ authorization: `Bearer ${key}` }, body),
    sound: as === "voice_note" ? OGG : MP3,
  };
}

function post(headers: Record<string, string>, body: object): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
