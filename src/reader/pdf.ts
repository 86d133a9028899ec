/** Extracts the text of a PDF. */
import { getDocumentProxy } from "unpdf";
import type { PageRange } from "../agent/ports/pdf.ts";
import { type AnnotatedPage, annotationText } from "./pdf-annotations.ts";
import { problemOfPacking } from "./pdf-bomb-check.ts";
import { withLigaturesTurned } from "./pdf-ligatures.ts";
import { PageText } from "./pdf-page-text.ts";
import type { TextItem } from "./pdf-pieces.ts";
import { ReadingDeadline } from "./time-limits.ts";

/** Pages that are read at a time. */
const MAX_PAGES = 300;
/** Limit on the text of a document; the rest is left out. */
const MAX_CHARS = 2_000_000;
/**
 * Limit on the pieces of a page's text, each about ten words. Nested forms can show one letter ten billion times, and
 * only a reader that takes piece by piece can stop that.
 */
const MAX_PIECES = 400;
/** Pieces read between two yields: the library reads a few ahead, then waits. */
const PIECES_AT_A_STRETCH = 20;

const BROKEN_PAGE = { text: "[this page is damaged]", isWhole: true };
/** Damaged pages after which a document is given up. */
const MOST_BROKEN = 10;

interface Piece {
  items: readonly TextItem[];
}

interface PdfPage extends AnnotatedPage {
  streamTextContent(): ReadableStream<Piece>;
  cleanup(): void;
}

interface Pdf {
  numPages: number;
  getPage(number: number): Promise<PdfPage>;
  loadingTask: { destroy(): Promise<void> };
}

/**
 * The text of the pages, each under a line that names it; empty when none of them has text. Throws an Error with the reason
 * when the file is not a PDF, is locked, or is a decompression bomb.
 */
export async function readPdf(
  bytes: Uint8Array,
  pages: PageRange = { from: 1 },
  pace = new ReadingDeadline(Date.now),
): Promise<string> {
  const problem = await problemOfPacking(bytes);
  if (problem !== undefined) throw new Error(problem);
  const opened = await pace.within(open(await withLigaturesTurned(bytes)));
  if (opened === undefined) throw new Error("The PDF takes too long to read.");
  try {
    return await textOfPages(opened, pages, pace);
  } catch (cause) {
    throw new Error(DAMAGED, { cause });
  } finally {
    close(opened);
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return (await getDocumentProxy(bytes, { verbosity: 0 })) as unknown as Pdf;
  } catch (problem) {
    const isLocked = problem instanceof Error && problem.name === "PasswordException";
    throw new Error(isLocked ? LOCKED : DAMAGED, { cause: problem });
  }
}

/** Not awaited: it ends when the library's reading ends, which may be waiting for a consumer. */
function close({ loadingTask }: Pdf): void {
  loadingTask.destroy().catch(() => undefined);
}

const LOCKED = "The PDF is password-protected. Send it without a password.";
const DAMAGED = "The PDF is damaged.";

async function textOfPages(document: Pdf, range: PageRange, pace: ReadingDeadline): Promise<string> {
  const { numPages } = document;
  const first = range.from - 1;
  if (first >= numPages) return `[the document has only ${numPages} pages]`;
  const pages: string[] = [];
  let room = MAX_CHARS;
  let hasWords = false;
  let broken = 0;
  const most = Math.min(numPages, range.to ?? numPages, first + MAX_PAGES) - first;
  while (pages.length < most && room > 0 && !pace.isOver) {
    const page = { number: first + pages.length + 1, room, pace };
    const { text, isWhole } = (await pageText(document, page).catch(() => undefined)) ?? BROKEN_PAGE;
    if (text === BROKEN_PAGE.text && ++broken > MOST_BROKEN) throw new Error(DAMAGED);
    hasWords ||= text.trim() !== "" && text !== BROKEN_PAGE.text;
    pages.push(`[page ${page.number} of ${numPages}]\n${text.trim()}`);
    room = isWhole ? room - text.length : 0;
    await pace.stretch.othersTurn();
  }
  if (room <= 0 || pages.length < most) pages.push("[the rest was left out]");
  else if (first + most < numPages) pages.push(`[${numPages - first - most} more pages were left out]`);
  if (!hasWords && broken > 0) throw new Error(DAMAGED);
  return hasWords ? pages.join("\n\n") : "";
}

interface PageRequest {
  number: number;
  /** Characters that still fit. */
  room: number;
  pace: ReadingDeadline;
}

async function pageText(
  document: Pdf,
  { number, room, pace }: PageRequest,
): Promise<{ text: string; isWhole: boolean }> {
  const page = await document.getPage(number);
  const reader = page.streamTextContent().getReader();
  const { stops } = pace.stretch;
  const words = new PageText();
  let length = 0;
  for (let pieces = 1; pieces <= MAX_PIECES && length < room; pieces++) {
    const next = await pace.within(reader.read());
    if (next === undefined || pace.stretch.stops > stops) break;
    if (next.done) {
      const filled = await pace.within(annotationText(page).catch(() => ""));
      page.cleanup();
      return { text: [words.end(), filled ?? ""].filter((each) => each !== "").join("\n\n"), isWhole: true };
    }
    words.add(next.value.items);
    length += next.value.items.reduce((sum, { str = "" }) => sum + str.length + 1, 0);
    if (pieces % PIECES_AT_A_STRETCH === 0) await pace.stretch.othersTurn();
  }
  // Only this stops the library.
  close(document);
  return { text: words.end().slice(0, room), isWhole: false };
}
