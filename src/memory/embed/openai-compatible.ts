/** Embeddings from any service that speaks OpenAI's API: OpenAI, OpenRouter, Google, Ollama and others. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Embedder } from "../ports/vector-ports.ts";
import { normalise } from "../word-vectors/word-vectors.ts";

interface OpenAiEmbedderOptions {
  /** `provider/model`, names the vector space. */
  id: string;
  /** The service's own name of the model. */
  model: string;
  /** Address without a trailing slash. */
  base_url: string;
  /** Called for each request; undefined when the service needs no key. */
  key(): string | undefined;
  /** Called only for the operator's own address. */
  send(url: string, init: RequestInit): Promise<Response>;
}

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.number()).min(2) })),
});
const PATIENCE_MS = 20_000;

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  return {
    model: options.id,
    async embed(texts, signal) {
      if (texts.length === 0) return [];
      const key = options.key();
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const response = await options.send(`${options.base_url}/embeddings`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model: options.model, input: texts, encoding_format: "float" }),
        signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new AppError(
          "api_fail",
          `${options.id} answered ${response.status} to a request for embeddings.`,
          {
            retryable: response.status === 429 || response.status >= 500,
          },
        );
      }
      return inOrder(Answer.parse(await response.json()).data, texts.length, options.id);
    },
  };
}

function inOrder(data: z.output<typeof Answer>["data"], count: number, id: string): Float32Array[] {
  const vectors = new Map(
    data.map(({ index, embedding }) => [index, normalise(Float32Array.from(embedding))]),
  );
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (!vector) throw new AppError("api_fail", `${id} gave no embedding for text ${index + 1} of ${count}.`);
    return vector;
  });
}
