/** Images from Workers AI, by the binding: no key needed once deployed. */
import { z } from "zod";
import type { WorkersAi } from "../../../providers/workers-ai/workers-ai.ts";

const MODEL = "@cf/black-forest-labs/flux-1-schnell";
/** The model's limit, in characters. */
const MAX_PROMPT = 2048;

const Drawn = z.object({ image: z.string().min(1) });

type Draw = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Undefined without the binding. The image is a JPEG in base64; rejects with the binding's message. */
export function wireImageModel(ai: WorkersAi | undefined): Draw | undefined {
  if (!ai) return undefined;
  return async (prompt, signal) =>
    Drawn.parse(await ai.run(MODEL, { prompt: prompt.slice(0, MAX_PROMPT), steps: 6 }, { signal })).image;
}
