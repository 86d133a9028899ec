/** Speech over HTTP: transcribes dictation, reads answers aloud, and tells the providers of both. */
import { z } from "zod";
import { listOf } from "../../contract/schema.ts";
import {
  LiveFields,
  RecordingFields,
  SpeechOrderFields,
  SpeechProvidersShape,
  SpeechShape,
  TranscriptionFields,
  TranscriptShape,
  VoiceShape,
} from "../../contract/speech.ts";
import { RECORDING_ID } from "../../voice/recordings.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;

/** Media types of recordings, as browsers and phones send them. */
const RECORDINGS = [
  "audio/webm",
  "audio/ogg",
  "audio/mp4",
  "audio/mpeg",
  "audio/wav",
  "audio/x-wav",
  "audio/flac",
] as const;

const RecordedMessage = () => z.object({ id: z.string().max(100), message_id: z.string().min(1).max(200) });
const RecordingId = () => z.object({ id: z.string().regex(RECORDING_ID, "There is no such recording.") });

export const speechRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/speech",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "What is set up for speech: hearing, hearing while somebody speaks, speaking; nothing for guests.",
    answers: () => ({ 200: SpeechShape() }),
    handler(context) {
      if (context.get("principal").role === "guest")
        return reply(200, { hears: false, hears_live: false, speaks: false });
      const { ears, mouths, liveTranscriber } = servicesOf(context);
      const hears_live = liveTranscriber() !== undefined;
      return reply(200, { hears: ears().length > 0, hears_live, speaks: mouths().length > 0 });
    },
  }),
  defineRoute({
    method: "get",
    path: "/speech/voices",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "Voices of the connected providers, as far as these list them.",
    answers: () => ({ 200: listOf(VoiceShape()) }),
    handler: async (context) => (await import("./voices.ts")).voices(context),
  }),
  defineRoute({
    method: "post",
    path: "/speech/transcriptions",
    policy: { who: "member", scope: "chat" },
    summary:
      "Transcribes a recording: its bytes are the body. With `client_id`, the same recording has the same text for a day, and is paid once. `keep`: the sound is kept for a day, if the preference `keep_recordings` is set. Else nothing of it is kept.",
    takes: [...RECORDINGS],
    query: TranscriptionFields,
    answers: () => ({ 200: TranscriptShape() }),
    handler: async (context, { query }) => (await import("./hear.ts")).hear(context, query, RECORDINGS),
  }),
  defineRoute({
    method: "get",
    path: "/speech/live",
    policy: { who: "member", scope: "chat" },
    summary:
      "Transcribes an utterance while it is spoken, over a WebSocket: samples of 16 bits at 16 kHz in, words out.",
    query: LiveFields,
    answers: () => ({ 101: "socket" }),
    handler: async (context, { query }) => (await import("./live.ts")).hearWhileSpeaking(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/speech/recordings",
    policy: { who: "member", scope: "chat" },
    summary:
      "Reads a text aloud: the sound comes as it is made. In the voice of `agent`, or in `voice`. Nothing of it is kept.",
    body: RecordingFields,
    answers: () => ({ 200: "file" }),
    handler: async (context, { body }) => (await import("./say.ts")).say(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/conversations/:id/messages/:message_id/recording",
    policy: { who: "person", scope: ["read", "chat"] },
    params: RecordedMessage,
    summary:
      "Sound of a message that was said in a call: for a day, where its author keeps it. Takes one `Range`.",
    answers: () => ({ 200: "file", 206: "file" }),
    handler: async (context, { params: { id, message_id } }) =>
      (await import("./recordings.ts")).play(context, id, message_id),
  }),
  defineRoute({
    method: "delete",
    path: "/speech/recordings/:id",
    policy: { who: "person", scope: "chat" },
    params: RecordingId,
    summary: "Removes one of one's own recordings before its day is over. Idempotent.",
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await import("./recordings.ts")).remove(context, id),
  }),
  defineRoute({
    method: "get",
    path: "/speech/providers",
    policy: OPERATOR_ONLY,
    summary: "Providers that hear and that speak, in the order in which they are asked.",
    answers: () => ({ 200: SpeechProvidersShape() }),
    handler: async (context) => (await import("./order.ts")).readOrder(context),
  }),
  defineRoute({
    method: "patch",
    path: "/speech/providers",
    policy: OPERATOR_ONLY,
    summary:
      "Changes that order: the first one is asked first, the next one when it fails. `hears_live` false: it takes whole recordings alone.",
    body: SpeechOrderFields,
    answers: () => ({ 200: SpeechProvidersShape() }),
    handler: async (context, { body }) => (await import("./order.ts")).changeOrder(context, body),
  }),
];
