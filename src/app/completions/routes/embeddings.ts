/** Vectors of texts, by the embedding model of the memory. */
import { z } from "zod";
import { namedSchema, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { base64Of, inBatches, shortenVector } from "./vectors.ts";

/** OpenAI's limit. */
const MOST_TEXTS = 2_048;
/** Limit in bytes. */
const MOST_BYTES = 30 * 1024 * 1024;
const MOST_CHARACTERS = 30_000;
/** A common estimate: embedders report no token count here. */
const CHARACTERS_A_TOKEN = 4;

const NO_TOKENS =
  "texts are given as words, not as tokens; LangChain for Python sends words with check_embedding_ctx_length=False";

const words = z
  .string({ error: NO_TOKENS })
  .min(1, "there is nothing to embed in an empty text")
  .max(MOST_CHARACTERS);

const EmbeddingBody = () =>
  z.looseObject({
    model: z.string().max(200).nullish(),
    input: z.union([words, z.array(words).min(1).max(MOST_TEXTS)], {
      error: `a text of at most ${MOST_CHARACTERS} characters, or 1 to ${MOST_TEXTS} of them; ${NO_TOKENS}`,
    }),
    encoding_format: z.enum(["float", "base64"]).nullish(),
    dimensions: z.number().int().min(1).nullish(),
  });

const EmbeddingShape = namedSchema("CompatibleEmbeddings", () =>
  z.object({
    object: z.literal("list"),
    data: z.array(
      z.object({
        object: z.literal("embedding"),
        index: z.number(),
        /** A base64 string holds 32-bit floats, little-endian. */
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    model: z.string(),
    usage: z.object({ prompt_tokens: z.number(), total_tokens: z.number() }),
  }),
);

export const embeddingRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/embeddings",
    policy: { who: "member", scope: "chat" },
    summary: "Vectors of texts by EMBEDDING_MODEL, in the shape of OpenAI's API.",
    body: EmbeddingBody,
    most: MOST_BYTES,
    answers: () => ({ 200: EmbeddingShape() }),
    handler: (context, { body }) => embed(context, body),
  }),
];

async function embed(context: ApiContext, asked: SchemaOutput<typeof EmbeddingBody>) {
  const { embedding } = servicesOf(context).memory;
  if (!embedding)
    throw new AppError(
      "conflict",
      "No model makes embeddings here. Set EMBEDDING_MODEL, for example to openai/text-embedding-3-small, with a key of that provider.",
    );
  const texts = typeof asked.input === "string" ? [asked.input] : asked.input;
  const whole = await inBatches(texts, (batch) => embedding.of(batch)).catch((cause: unknown) => {
    throw new AppError("api_fail", `${embedding.model} cannot be reached now. Try again.`, { cause });
  });
  const vectors = whole.map((vector) => shortenVector(vector, asked.dimensions, embedding.model));
  const encode = asked.encoding_format === "base64" ? base64Of : (vector: Float32Array) => [...vector];
  const data = vectors.map((vector, index) => {
    return { object: "embedding" as const, index, embedding: encode(vector) };
  });
  const tokens = Math.ceil(texts.join("").length / CHARACTERS_A_TOKEN);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return reply(200, { object: "list", data, model: embedding.model, usage });
}
