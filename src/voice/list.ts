/**
 * The lists of ears and mouths, in the order in which they are asked unless an operator says otherwise. A new one is a file
 * and an entry.
 */
import type { LiveEar } from "./live/live-ear.ts";
import type { Ear, Mouth, SpeechAccess, SpeechProvider } from "./provider.ts";
import type { SpeechSettings } from "./settings.ts";

type Known = Pick<SpeechAccess, "settings" | "ai" | "now">;

const has =
  (name: keyof SpeechSettings) =>
  ({ settings }: Known) =>
    (settings[name] ?? "").trim() !== "";

const openAi = { name: "openai", label: "OpenAI", isSet: has("OPENAI_API_KEY") };
const elevenLabs = { name: "elevenlabs", label: "ElevenLabs", isSet: has("ELEVENLABS_API_KEY") };
const deepgram = { name: "deepgram", label: "Deepgram", isSet: has("DEEPGRAM_API_KEY") };
/** OpenAI ends `/v1/audio/speech` then; other servers behind its setting go on. */
const SPEECH_ENDS_AT = Date.UTC(2027, 0, 6);
const workersAi = { name: "workers-ai", label: "Workers AI", isSet: ({ ai }: Known) => ai !== undefined };

export const EARS: readonly SpeechProvider<Ear>[] = [
  {
    name: "transcription_server",
    label: "Transcription server",
    isSet: has("TRANSCRIPTION_SERVER_URL"),
    load: async () => (await import("./providers/own-servers.ts")).transcriptionServer,
  },
  { ...openAi, load: async () => (await import("./providers/openai.ts")).openAiEar },
  { ...elevenLabs, load: async () => (await import("./providers/elevenlabs.ts")).elevenLabsEar },
  { ...deepgram, load: async () => (await import("./providers/deepgram.ts")).deepgramEar },
  { ...workersAi, load: async () => (await import("./providers/workers-ai.ts")).workersAiEar },
];

/** Providers that hear sound while it is made, by the names that they have as ears. */
export const LIVE_EARS: readonly SpeechProvider<LiveEar>[] = [
  { ...openAi, load: async () => (await import("./providers/live/openai.ts")).openAiLiveEar },
  { ...elevenLabs, load: async () => (await import("./providers/live/elevenlabs.ts")).elevenLabsLiveEar },
  { ...deepgram, load: async () => (await import("./providers/live/deepgram.ts")).deepgramLiveEar },
];

export const MOUTHS: readonly SpeechProvider<Mouth>[] = [
  {
    name: "speech_server",
    label: "Speech server",
    isSet: has("SPEECH_SERVER_URL"),
    load: async () => (await import("./providers/own-servers.ts")).speechServer,
  },
  { ...elevenLabs, load: async () => (await import("./providers/elevenlabs.ts")).elevenLabsMouth },
  {
    ...openAi,
    isSet: (known) =>
      openAi.isSet(known) && ((known.now?.() ?? 0) < SPEECH_ENDS_AT || has("OPENAI_BASE_URL")(known)),
    load: async () => (await import("./providers/openai.ts")).openAiMouth,
  },
  {
    name: "openai-realtime",
    label: "OpenAI Realtime",
    voicesOf: openAi.name,
    isSet: openAi.isSet,
    load: async () => (await import("./providers/realtime/openai.ts")).openAiRealtimeMouth,
  },
  { ...deepgram, load: async () => (await import("./providers/deepgram-mouth.ts")).deepgramMouth },
  { ...workersAi, load: async () => (await import("./providers/workers-ai-mouth.ts")).workersAiMouth },
];

/** The live form of the first ear; undefined: it takes whole recordings. Nobody else hears what it was chosen for. */
export function liveEarOf(
  [first]: readonly SpeechProvider<Ear>[],
  known: Known,
): SpeechProvider<LiveEar> | undefined {
  return LIVE_EARS.find(({ name, isSet }) => name === first?.name && isSet(known));
}

/** Providers that are set, in the given order; what it does not name follows in the list's own. */
export function inOrder<Part>(
  list: readonly SpeechProvider<Part>[],
  known: Known,
  order: readonly string[] = [],
): SpeechProvider<Part>[] {
  const place = ({ name }: SpeechProvider<Part>) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return list.filter((provider) => provider.isSet(known)).toSorted((a, b) => place(a) - place(b));
}
