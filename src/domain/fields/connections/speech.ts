/** Services that transcribe and read aloud. */
import { type CodeField, msg } from "../field.ts";
import type { Connection, ConnectionField } from "./connection.ts";

type Must = NonNullable<CodeField["must"]>;

const A_NAME: Must = { is: /^[\w.:@+()/ -]+$/, otherwise: "a name has letters, digits and . : @ + ( ) / -" };

const NO_NAME = msg("That isn't a name. It has letters, digits and dashes.");

/** A name that the service gives to a model or a voice. */
function named(field: Pick<ConnectionField, "label" | "note"> & { example: string }): ConnectionField {
  return { kind: "code", isOptional: true, most: 200, must: A_NAME, otherwise: NO_NAME, ...field };
}

const ADDRESS = {
  kind: "code",
  label: msg("Address"),
  most: 500,
  must: { is: /^https?:\/\/[^\s/]+/, otherwise: "an address begins with https:// or http://" },
  otherwise: msg("That isn't an address. It begins with https:// or http://."),
} as const;

const SERVER_KEY: ConnectionField = {
  kind: "code",
  label: msg("API key"),
  note: msg("Only if your server asks for one."),
  isSecret: true,
  isOptional: true,
  most: 500,
};

export const elevenlabs: Connection = {
  name: "elevenlabs",
  group: "speech",
  label: "ElevenLabs",
  about: msg("Reads aloud with natural voices, and transcribes."),
  fields: {
    ELEVENLABS_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg(
        "Open Developers, API Keys, and create a key that may use Text to Speech and Speech to Text.",
      ),
      link: "https://elevenlabs.io/app/developers/api-keys",
      isSecret: true,
      most: 500,
    },
    ELEVENLABS_MODEL: named({
      label: msg("Speech model"),
      note: msg("Leave empty for the one that answers fastest."),
      example: "eleven_flash_v2_5",
    }),
    ELEVENLABS_VOICE: named({
      label: msg("Default voice"),
      note: msg("The ID of a voice, for agents without one."),
      example: "JBFqnCBsd6RMkjVDRZzb",
    }),
  },
};

export const deepgram: Connection = {
  name: "deepgram",
  group: "speech",
  label: "Deepgram",
  about: msg("Transcribes in many languages, and reads aloud."),
  fields: {
    DEEPGRAM_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, and create a key on the page API Keys."),
      link: "https://console.deepgram.com/",
      isSecret: true,
      most: 500,
    },
    DEEPGRAM_MODEL: named({
      label: msg("Transcription model"),
      note: msg("Leave empty for the one that knows all languages."),
      example: "nova-3",
    }),
    DEEPGRAM_VOICE: named({
      label: msg("Default voice"),
      note: msg("Leave empty for a voice in your language."),
      example: "aura-2-thalia-en",
    }),
  },
};

export const transcriptionServer: Connection = {
  name: "transcription_server",
  group: "speech",
  label: "Transcription server",
  about: msg("A Whisper server that you host yourself, such as speaches. No key, no bill."),
  fields: {
    TRANSCRIPTION_SERVER_URL: {
      ...ADDRESS,
      note: msg("Your server's address. It must offer OpenAI's /v1/audio/transcriptions."),
      example: "http://127.0.0.1:8000",
    },
    TRANSCRIPTION_SERVER_KEY: SERVER_KEY,
    TRANSCRIPTION_SERVER_MODEL: named({
      label: msg("Transcription model"),
      note: msg("As your server calls it."),
      example: "Systran/faster-whisper-small",
    }),
  },
  // The address is on the operator's own network, which they allowed.
  derived: ["TRANSCRIPTION_SERVER_OWN_NETWORK"],
};

export const speechServer: Connection = {
  name: "speech_server",
  group: "speech",
  label: "Speech server",
  about: msg("A server for voices that you host yourself, such as Kokoro or Piper. No key, no bill."),
  fields: {
    SPEECH_SERVER_URL: {
      ...ADDRESS,
      note: msg("Your server's address. It must offer OpenAI's /v1/audio/speech."),
      example: "http://127.0.0.1:8880",
    },
    SPEECH_SERVER_KEY: SERVER_KEY,
    SPEECH_SERVER_MODEL: named({
      label: msg("Speech model"),
      note: msg("As your server calls it."),
      example: "kokoro",
    }),
    SPEECH_SERVER_VOICE: named({
      label: msg("Default voice"),
      note: msg("As your server calls it, for agents without one."),
      example: "af_heart",
    }),
  },
  // The address is on the operator's own network, which they allowed.
  derived: ["SPEECH_SERVER_OWN_NETWORK"],
};
