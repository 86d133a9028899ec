/** Speech: dictation, and reading aloud. */
import { z } from "zod";
import type { JsonOf } from "./schema.ts";

/** Services that are set up: hearing, speaking. */
export const SpeechShape = () => z.object({ hears: z.boolean(), speaks: z.boolean() });
export const TranscriptShape = () => z.object({ text: z.string() });

export type Speech = JsonOf<typeof SpeechShape>;
export type Transcript = JsonOf<typeof TranscriptShape>;
