/** Text recognition (OCR): engines that read what stands in the pictures of a document. */
import type { Usage } from "../domain/message.ts";

export interface ScannedFile {
  owner: string;
  /** `fil_...` */
  id: string;
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

export interface RecognizedText {
  /** Markdown of each page, in order. */
  pages: readonly string[];
  usage: Usage;
  /** US dollars; null: the price is unknown. */
  cost_usd: number | null;
}

export interface OcrEngine {
  /** `provider/model`, for the ledger. */
  model: string;
  /** Highest cost of reading the file, in US dollars; null: unknown. */
  mostCost(file: ScannedFile): number | null;
  /** Rejects with an Error whose message is for people. */
  recognize(file: ScannedFile, signal: AbortSignal): Promise<RecognizedText>;
}

/** The pages as one text, each under the mark that the reader of PDFs gives its pages. */
export function markedPages(pages: readonly string[]): string {
  return pages.map((text, at) => `[page ${at + 1} of ${pages.length}]\n${text.trim()}`).join("\n\n");
}

const PAGE_OBJECT = /\/Type\s*\/Page\b(?!s)/g;
const BYTES_OF_A_PAGE = 100_000;

/** Rough number of pages, for an estimate: objects of pages may be packed. */
export function roughPages({ bytes, media_type }: Pick<ScannedFile, "bytes" | "media_type">): number {
  if (media_type !== "application/pdf") return 1;
  const found = new TextDecoder("latin1").decode(bytes).match(PAGE_OBJECT)?.length ?? 0;
  return Math.max(found, Math.ceil(bytes.length / BYTES_OF_A_PAGE), 1);
}
