/** Embeddings from the Cloudflare account's own models: no key needed once deployed. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Embedder } from "../ports/vector-ports.ts";
import { normalise } from "../word-vectors/word-vectors.ts";

/** The part of the AI binding that is used. */
export interface EmbeddingAi {
  run(model: string, input: { [key: string]: unknown }): Promise<unknown>;
}

const Answer = z.object({ data: z.array(z.array(z.number()).min(2)) });

/** `model` is Cloudflare's name, such as `@cf/baai/bge-m3`. */
export function createWorkersAiEmbedder(ai: EmbeddingAi, model: string): Embedder {
  const id = `workers-ai/${model}`;
  return {
    model: id,
    async embed(texts) {
      if (texts.length === 0) return [];
      const { data } = Answer.parse(await ai.run(model, { text: [...texts] }));
      return texts.map((_, index) => {
        const vector = normalise(Float32Array.from(data[index] ?? []));
        if (vector === null) throw new AppError("api_fail", `${id} gave no embedding for text ${index + 1}.`);
        return vector;
      });
    },
  };
}
