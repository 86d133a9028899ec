/** Speech in the shapes of OpenAI's API: by the provider that is connected here, whatever model a program names. */
import { z } from "zod";
import { defineRoute, type Route } from "../../http/api.ts";

const LONGEST_TEXT = 4_096;

/** `voice`: `provider/voice`, or a name that a provider here knows; others are left to the provider that is asked first. */
const SpeechBody = () =>
  z.looseObject({
    model: z.string().max(200).nullish(),
    input: z.string().trim().min(1).max(LONGEST_TEXT),
    voice: z.unknown().optional(),
  });

const TranscriptionShape = () => z.object({ text: z.string() });

export const audioRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/audio/speech",
    policy: { who: "member", scope: "chat" },
    summary: "Reads a text aloud, in the shape of OpenAI's API.",
    body: SpeechBody,
    answers: () => ({ 200: "file" }),
    handler: async (context, { body: { input, voice } }) =>
      (await import("./audio-calls.ts")).speak(context, { text: input, voice }),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/audio/transcriptions",
    policy: { who: "member", scope: "chat" },
    summary: "Writes a recording down, in the shape of OpenAI's API.",
    takes: ["multipart/form-data"],
    answers: () => ({ 200: [TranscriptionShape(), "file"] }),
    handler: async (context) => (await import("./audio-calls.ts")).transcribe(context),
  }),
];
