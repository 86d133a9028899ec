/** Text recognition by a model that sees: it is shown a document page by page. */
import type { ModelEvent, ModelPort, ModelRequest } from "../agent/ports/model.ts";
import type { PromptTexts } from "../agent/prompts/prompt-texts.ts";
import { NO_USAGE, type Usage } from "../domain/message.ts";
import { toBase64 } from "../platform/bytes.ts";
import type { OcrEngine, RecognizedText, ScannedFile } from "./engine.ts";
import { pagePictures } from "./pdf-pictures.ts";

const MOST_PAGES = 100;
const MOST_TOKENS_OF_A_PAGE = 6_000;
/** Tokens of a page's picture and of the instruction, at most. */
const PROMPT_TOKENS_OF_A_PAGE = 4_000;

interface ModelOcr {
  /** `provider/model`. */
  model: string;
  models: ModelPort;
  prompts: Pick<PromptTexts, "known">;
  mostCost(call: { prompt_tokens: number; max_output_tokens: number }): number | null;
}

export function createModelOcr({ model, models, prompts, mostCost }: ModelOcr): OcrEngine {
  return {
    model,
    mostCost(file) {
      const page = mostCost({
        prompt_tokens: PROMPT_TOKENS_OF_A_PAGE,
        max_output_tokens: MOST_TOKENS_OF_A_PAGE,
      });
      return page === null ? null : page * picturesOf(file).length;
    },
    recognize: (file, signal) => recognize({ model, models, prompts }, file, signal),
  };
}

async function recognize(
  { model, models, prompts }: Pick<ModelOcr, "model" | "models" | "prompts">,
  file: ScannedFile,
  signal: AbortSignal,
): Promise<RecognizedText> {
  const pictures = picturesOf(file);
  if (pictures.length === 0)
    throw new Error("Its pages are not stored as JPEG pictures, so no model can be shown them.");
  if (pictures.length > MOST_PAGES)
    throw new Error(`It has ${pictures.length} pages; a model is shown ${MOST_PAGES} at most.`);
  const system = await prompts.known("ocr-page");
  const read: PageRead[] = [];
  for (const picture of pictures)
    read.push(await readPage(models.stream(requestOf({ model, system }, picture), signal)));
  return {
    pages: read.map(({ text }) => text),
    usage: read.map(({ usage }) => usage).reduce(added, NO_USAGE),
    cost_usd: read.reduce<number | null>(
      (sum, { cost_usd }) => (sum === null || cost_usd === null ? null : sum + cost_usd),
      0,
    ),
  };
}

interface Picture {
  media_type: string;
  bytes: Uint8Array;
}

function picturesOf({ media_type, bytes }: ScannedFile): Picture[] {
  if (media_type.startsWith("image/")) return [{ media_type, bytes }];
  return pagePictures(bytes).map((page) => ({ media_type: "image/jpeg", bytes: page }));
}

function requestOf(
  { model, system }: { model: string; system: string },
  { media_type, bytes }: Picture,
): ModelRequest {
  const image = { type: "image" as const, media_type, data: toBase64(bytes) };
  return {
    model,
    system: [{ tier: "stable", text: system }],
    messages: [{ role: "user", content: [image, { type: "text", text: "The page:" }] }],
    tools: [],
    max_output_tokens: MOST_TOKENS_OF_A_PAGE,
    temperature: 0,
    reasoning: "off",
    history_length: 0,
  };
}

interface PageRead {
  text: string;
  usage: Usage;
  cost_usd: number | null;
}

async function readPage(events: AsyncIterable<ModelEvent>): Promise<PageRead> {
  let text = "";
  for await (const event of events) {
    if (event.type === "text") text += event.delta;
    if (event.type === "restart") text = "";
    if (event.type === "failed") throw new Error(event.failure.reason);
    if (event.type === "finish") {
      const { usage, cost_usd } = event;
      return { text: text.trim() === "[empty]" ? "" : text, usage, cost_usd };
    }
  }
  throw new Error("The model did not finish.");
}

function added(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
  };
}
