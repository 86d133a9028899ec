/** Speech: dictation, reading aloud, and the providers of both. */
import { z } from "zod";
import { languageTag } from "../people/preferences.ts";
import type { JsonOf, SchemaInput } from "./schema.ts";

/** Services that are set up: hearing, hearing while somebody speaks, speaking. */
export const SpeechShape = () =>
  z.object({ hears: z.boolean(), hears_live: z.boolean(), speaks: z.boolean() });

/** `recording_id`: the sound is kept for a day, and goes with the message that its words become. */
export const TranscriptShape = () => z.object({ text: z.string(), recording_id: z.string().optional() });

const language = () =>
  z
    .string()
    .max(35)
    .transform((text, context) => {
      const tag = languageTag(text);
      if (tag === undefined) context.addIssue(`"${text}" is not a language tag; write it as de or de-AT`);
      return tag ?? "";
    })
    .optional();

const conversation = () =>
  z
    .string()
    .regex(/^cnv_\w{1,40}$/, "write the id of a conversation, as cnv_...")
    .optional();

export const TranscriptionFields = () =>
  z.object({
    language: language(),
    client_id: z.string().min(1).max(200).optional(),
    conversation_id: conversation(),
    keep: z.enum(["true", "false"]).optional(),
  });

export const LiveFields = () => z.object({ language: language(), conversation_id: conversation() });

/** Last frame of an utterance that is sent while it is spoken. */
export const LiveEnd = () =>
  z.object({
    type: z.literal("end"),
    client_id: z.string().min(1).max(200),
    /** The sound is kept for a day where the person has chosen it. */
    keep: z.boolean().optional(),
  });

/** Frames about an utterance that is sent while it is spoken. */
export type LiveFrame =
  /** All words so far; the last ones may still change. */
  | { type: "words"; text: string }
  | { type: "transcript"; text: string; recording_id?: string }
  /** The whole recording is to be sent. */
  | { type: "failed"; reason: string };

export const RecordingFields = () =>
  z.object({
    text: z.string().trim().min(1).max(4000),
    agent: z.string().max(100).optional(),
    voice: z.string().trim().min(1).max(160).optional(),
    language: language(),
    conversation_id: conversation(),
    /** WAV can be played while it comes; a provider without it answers with what it makes. */
    format: z.literal("wav").optional(),
  });

/** `id`: as the setting of an agent takes it, `provider/voice`. `languages`: those that it is made for; empty: any. */
export const VoiceShape = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    provider_label: z.string(),
    languages: z.array(z.string()),
  });

const SpeechProviderShape = () => z.object({ name: z.string(), label: z.string() });

/** Providers that hear and that speak, in the order in which they are asked. */
export const SpeechProvidersShape = () =>
  z.object({
    ears: z.array(SpeechProviderShape()),
    mouths: z.array(SpeechProviderShape()),
    /** Whether the first of the ears hears while somebody speaks; null: it takes whole recordings alone. */
    hears_live: z.boolean().nullable(),
  });

const order = () => z.array(z.string().max(50)).max(20).optional();

export const SpeechOrderFields = () =>
  z.object({ ears: order(), mouths: order(), hears_live: z.boolean().optional() });

export type Speech = JsonOf<typeof SpeechShape>;
export type Transcript = JsonOf<typeof TranscriptShape>;
export type Voice = JsonOf<typeof VoiceShape>;
export type SpeechProviders = JsonOf<typeof SpeechProvidersShape>;
export type SpeechOrder = SchemaInput<typeof SpeechOrderFields>;
