/** Speaks a text: an audio file in the message, from ElevenLabs or OpenAI, whichever is set up. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, refused } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import { failureText, type MediaFetch } from "./media-fetch.ts";

export interface SpeakSettings {
  ELEVENLABS_API_KEY?: string | undefined;
  ELEVENLABS_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
}

export interface SpeakDeps {
  fetch: MediaFetch;
  settings: SpeakSettings;
  files: Pick<Files, "put">;
}

const Input = z.object({
  text: z.string().trim().min(1).max(4000),
  voice: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/)
    .optional()
    .describe("A voice of the provider: an ElevenLabs voice id, or an OpenAI name such as alloy"),
});

const NOT_CONFIGURED = "Speech is not configured. The operator can set ELEVENLABS_API_KEY or OPENAI_API_KEY.";

export function createSpeakTool(deps: SpeakDeps): Tool {
  return defineTool({
    name: "speak",
    description:
      "Say a text aloud: the person gets an audio recording of it. Write it as it should be spoken, without Markdown.",
    schema: Input,
    effect: "once",
    reach: "outside",
    // The words go to the operator's own provider; the recording goes to the person.
    touches: () => ({ to: "nobody" }),
    timeout_ms: 90_000,
    async run({ text, voice }, { owner, agent, signal }) {
      const own = voice ?? agent.voice ?? undefined;
      const request = requestOf(deps.settings, { text, ...(own !== undefined && { voice: own }) });
      if (!request) return refused(NOT_CONFIGURED);
      const response = await deps.fetch(request.url, { ...request.init, signal });
      if (!response.ok) return refused(failureText(request.provider, response.status));
      const bytes = new Uint8Array(await response.arrayBuffer());
      const file = await deps.files.put(owner, { name: "speech.mp3", media_type: "audio/mpeg", bytes });
      return {
        ok: true,
        content: "The recording is in the message.",
        trust: "trusted",
        media: [mediaPart(file)],
      };
    },
  });
}

interface SpeechRequest {
  provider: string;
  url: string;
  init: RequestInit;
}

function requestOf(settings: SpeakSettings, input: z.output<typeof Input>): SpeechRequest | undefined {
  if (settings.ELEVENLABS_API_KEY)
    return elevenLabs(settings.ELEVENLABS_API_KEY, settings.ELEVENLABS_BASE_URL, input);
  return settings.OPENAI_API_KEY
    ? openAi(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL, input)
    : undefined;
}

function elevenLabs(
  key: string,
  base = "https://api.elevenlabs.io",
  { text, voice = "JBFqnCBsd6RMkjVDRZzb" }: z.output<typeof Input>,
): SpeechRequest {
  return {
    provider: "ElevenLabs",
    url: `${base}/v1/text-to-speech/${voice}?output_format=mp3_44100_128`,
    init: post({ "xi-api-key": key }, { text, model_id: "eleven_multilingual_v2" }),
  };
}

function openAi(
  key: string,
  base = "https://api.openai.com/v1",
  { text, voice = "alloy" }: z.output<typeof Input>,
): SpeechRequest {
  const body = { model: "gpt-4o-mini-tts", voice, input: text, response_format: "mp3" };
  return {
    provider: "OpenAI",
    url: `${base}/audio/speech`,
    init: post({ authorization: `Bearer ${key}` }, body),
  };
}

function post(headers: Record<string, string>, body: object): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
