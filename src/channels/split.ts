/**
 * Splits Markdown into texts that fit a platform's limit on rendered length: preferably between blocks, else between
 * lines, sentences or words, and never inside a character. A split code block is closed and reopened.
 */

interface Measure {
  /** Longest text, in UTF-16 units. */
  limit: number;
  /** Length of the text as the platform shows it. */
  length(markdown: string): number;
}

/** In order; no text is empty or longer than the limit. */
export function splitText(markdown: string, measure: Measure): string[] {
  const texts: string[] = [];
  let current = "";
  for (const piece of blocksOf(markdown).flatMap((block) => fitting(block, measure))) {
    const joined = current === "" ? piece : `${current}\n\n${piece}`;
    if (current !== "" && !fits(joined, measure)) {
      texts.push(current);
      current = piece;
    } else current = joined;
  }
  return current === "" ? texts : [...texts, current];
}

interface Block {
  text: string;
  /** The opening and closing line of a code block. */
  fence?: { open: string; close: string };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Paragraphs and code blocks, without the blank lines between them. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: { open: string; mark: string } | undefined;
  const close = () => {
    const text = lines.join("\n");
    if (fence) blocks.push({ text, fence: { open: fence.open, close: fence.mark } });
    else if (text.trim() !== "") blocks.push({ text });
    lines = [];
    fence = undefined;
  };
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (closes(line, fence.mark)) close();
      else lines.push(line);
    } else if (mark !== undefined) {
      close();
      fence = { open: line.trimEnd(), mark };
    } else if (line.trim() === "") close();
    else lines.push(line);
  }
  close();
  return blocks;
}

/** A code block ends with a line of its own mark, at least as long, and nothing after it. */
function closes(line: string, mark: string): boolean {
  const [, found = "", rest = ""] = FENCE.exec(line) ?? [];
  return found.startsWith(mark) && rest.trim() === "";
}

/** The block as one text, or as several that fit. */
function fitting({ text, fence }: Block, measure: Measure): string[] {
  if (!fence) return fits(text, measure) ? [text] : divided(text, measure, PROSE_BREAKS);
  const whole = fenced(fence, text);
  if (fits(whole, measure)) return [whole];
  // A fence that takes half the limit by itself is not worth keeping.
  if (measure.length(fenced(fence, "")) > measure.limit / 2) return divided(whole, measure, PROSE_BREAKS);
  const inside = { ...measure, length: (part: string) => measure.length(fenced(fence, part)) };
  return divided(text, inside, CODE_BREAKS).map((part) => fenced(fence, part));
}

function fenced({ open, close }: { open: string; close: string }, code: string): string {
  return `${open}\n${code}\n${close}`;
}

/** Places to cut, best first. A blank match at the cut is dropped. */
const PROSE_BREAKS = [/\n/g, /(?<=[.!?…。！？])\s+/g, /\s+/g];
const CODE_BREAKS = [/\n/g];

function divided(text: string, measure: Measure, breaks: readonly RegExp[]): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const most = longestFitting(rest, measure);
    if (most >= rest.length) return [...parts, rest];
    const cut = bestCut(rest, most, breaks);
    const end = shortened(rest, cut.end, measure);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end === cut.end ? cut.next : end);
  }
  return parts;
}

/** A shorter text may render longer (half a link is shown literally): then less of it is taken. */
function shortened(text: string, end: number, measure: Measure): number {
  if (end <= 2 || fits(text.slice(0, end), measure)) return end;
  return shortened(text, wholeCharacters(text, Math.floor(end * 0.9)), measure);
}

/** Up to a third of the limit may stay unused for a better place to cut. */
function bestCut(text: string, most: number, breaks: readonly RegExp[]): { end: number; next: number } {
  for (const pattern of breaks) {
    let found: { end: number; next: number } | undefined;
    for (const match of text.slice(0, most + 1).matchAll(pattern)) {
      const cut = { end: match.index, next: match.index + match[0].length };
      if (cut.end <= most && cut.end > most / 3) found = cut;
    }
    if (found) return found;
  }
  return { end: most, next: most };
}

/** Number of units from the start that fit: at least one whole character, whatever the limit. */
function longestFitting(text: string, measure: Measure): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle), measure)) low = middle;
    else high = middle - 1;
  }
  return low >= text.length ? low : wholeCharacters(text, low);
}

/** Created on the first cut: creating it takes a tenth of an isolate's start time. */
let segmenter: Intl.Segmenter | undefined;
const LONGEST_CHARACTER = 64;

/**
 * Moves the cut to a grapheme boundary: one visible character may have many units, such as an emoji with its skin tone
 * or a letter with its accents.
 */
function wholeCharacters(text: string, end: number): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const from = Math.max(0, end - LONGEST_CHARACTER);
  let last = 0;
  for (const { index, segment } of segmenter.segment(text.slice(from, end + LONGEST_CHARACTER))) {
    if (from + index + segment.length > end) break;
    last = from + index + segment.length;
  }
  return last > 0 ? last : codePointEnd(text, end);
}

/** Cuts at a code point, for a character that is longer than the limit. */
function codePointEnd(text: string, end: number): number {
  const first = (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
  const isInside = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") && /[\uDC00-\uDFFF]/.test(text[end] ?? "");
  return Math.max(isInside ? end - 1 : end, first);
}

function fits(markdown: string, { limit, length }: Measure): boolean {
  return length(markdown) <= limit;
}
