/** The text of a PDF. */
import { getDocumentProxy } from "unpdf";
import { problemOfPacking } from "./pdf-packing.ts";

const MAX_PAGES = 300;
/** Of text; what is beyond is left out. */
const MAX_CHARS = 2_000_000;
/**
 * Pieces of a page's text, of ten words or so. A page is read at a stretch, since the library never waits for a timer:
 * forms in forms can be told to show one letter ten billion times, and only who takes each piece at once can end that.
 */
const MAX_PIECES = 400;

interface Piece {
  items: readonly { str?: string; hasEOL?: boolean }[];
}

interface Pdf {
  numPages: number;
  getPage(number: number): Promise<{ streamTextContent(): ReadableStream<Piece>; cleanup(): void }>;
  loadingTask: { destroy(): Promise<void> };
}

/** Pages separated by a line that names them. Throws on what is not a PDF, and on one that is made to burst. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const problem = await problemOfPacking(bytes);
  if (problem !== undefined) throw new Error(problem);
  const document = (await getDocumentProxy(bytes)) as unknown as Pdf;
  try {
    return await textOfPages(document);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function textOfPages(document: Pdf): Promise<string> {
  const { numPages } = document;
  const pages: string[] = [];
  let room = MAX_CHARS;
  while (pages.length < Math.min(numPages, MAX_PAGES) && room > 0) {
    const { text, isWhole } = await pageText(document, pages.length + 1, room);
    pages.push(`[page ${pages.length + 1} of ${numPages}]\n${text.trim()}`);
    room = isWhole ? room - text.length : 0;
    await turnOfOthers();
  }
  if (room <= 0) pages.push("[the rest was left out]");
  else if (numPages > MAX_PAGES) pages.push(`[${numPages - MAX_PAGES} more pages were left out]`);
  return pages.join("\n\n");
}

async function pageText(
  document: Pdf,
  number: number,
  room: number,
): Promise<{ text: string; isWhole: boolean }> {
  const page = await document.getPage(number);
  const reader = page.streamTextContent().getReader();
  let text = "";
  for (let pieces = 0; pieces < MAX_PIECES && text.length < room; pieces++) {
    const next = await reader.read();
    if (next.done) {
      page.cleanup();
      return { text, isWhole: true };
    }
    text += next.value.items.map(({ str, hasEOL }) => `${str ?? ""}${hasEOL ? "\n" : ""}`).join("");
  }
  // Nothing less stops it.
  await document.loadingTask.destroy();
  return { text: text.slice(0, room), isWhole: false };
}

function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
