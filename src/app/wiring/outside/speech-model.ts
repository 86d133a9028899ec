/** Transcription by Workers AI, by the binding: no key needed once deployed. */
import { z } from "zod";
import type { WorkersAi } from "../../../providers/workers-ai/workers-ai.ts";

const MODEL = "@cf/openai/whisper-large-v3-turbo";

const Heard = z.object({ text: z.string() });

/** Undefined without the binding. Takes a recording in base64; rejects with the binding's message. */
export function wireSpeechModel(
  ai: WorkersAi | undefined,
): ((audio: string, signal: AbortSignal) => Promise<string>) | undefined {
  if (!ai) return undefined;
  return async (audio, signal) => Heard.parse(await ai.run(MODEL, { audio }, { signal })).text;
}
