/** Mistral's OCR API: a PDF or a picture in, Markdown of each page out. */
import { z } from "zod";
import { NO_USAGE } from "../domain/message.ts";
import { toBase64 } from "../platform/bytes.ts";
import { parseJson } from "../platform/json.ts";
import { type OcrEngine, type RecognizedText, roughPages, type ScannedFile } from "./engine.ts";

const MODEL = "mistral-ocr-latest";
/** US dollars. Source: OCR 4 as announced on 23 June 2026, $4 for 1,000 pages, looked up on 28 November 2026. `mistral-ocr-latest` leads to OCR 4.1. */
const PRICE_PER_PAGE = 0.004;

const Answer = z.object({
  pages: z.array(z.object({ index: z.number(), markdown: z.string() })).min(1),
  usage_info: z.object({ pages_processed: z.number().nonnegative() }).optional(),
});

export interface MistralAccess {
  key: string;
  /** Address up to `/v1`, without a trailing slash. */
  base_url: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

export function createMistralOcr(access: MistralAccess): OcrEngine {
  return {
    model: `mistral/${MODEL}`,
    mostCost: (file) => roughPages(file) * PRICE_PER_PAGE,
    recognize: (file, signal) => recognize(access, file, signal),
  };
}

async function recognize(
  { key, base_url, fetch }: MistralAccess,
  file: ScannedFile,
  signal: AbortSignal,
): Promise<RecognizedText> {
  const response = await fetch(`${base_url}/ocr`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: MODEL, document: documentOf(file), include_image_base64: false }),
    signal,
  });
  if (!response.ok) throw new Error(refusalOf(response.status));
  const answer = Answer.safeParse(parseJson(await response.text()));
  if (!answer.success) throw new Error("Mistral's answer holds no pages.");
  const { pages, usage_info } = answer.data;
  const inOrder = pages.toSorted((a, b) => a.index - b.index).map(({ markdown }) => markdown);
  const paid = usage_info?.pages_processed ?? inOrder.length;
  return { pages: inOrder, usage: NO_USAGE, cost_usd: paid * PRICE_PER_PAGE };
}

function documentOf({ media_type, bytes }: ScannedFile): object {
  const url = `data:${media_type};base64,${toBase64(bytes)}`;
  return media_type.startsWith("image/")
    ? { type: "image_url", image_url: url }
    : { type: "document_url", document_url: url };
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403) return "Mistral refused the key. An admin can renew it under Models.";
  if (status === 413) return "The file is too large for Mistral: 50 MB and 1,000 pages at most.";
  if (status === 429) return "Mistral takes no more requests now. Try again in a minute.";
  return `Mistral answered with status ${status}.`;
}
