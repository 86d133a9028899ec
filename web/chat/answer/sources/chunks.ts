/** Long texts in chunks: a browser lays out only those in sight. */

export interface Chunk {
  /** Place of its first unit in the whole text. */
  at: number;
  before: string;
  marked: string;
  after: string;
}

/** UTF-16 units; a chunk ends at a line's end, or at a word's where the line is long. */
const LONGEST = 4_000;

/** The whole text in chunks, with the span marked in those that hold it. */
export function chunksOf(text: string, span: { start: number; end: number } | null): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOf(text, at);
    const from = Math.min(Math.max(span?.start ?? end, at), end);
    const to = Math.min(Math.max(span?.end ?? end, from), end);
    chunks.push({
      at,
      before: text.slice(at, from),
      marked: text.slice(from, to),
      after: text.slice(to, end),
    });
    at = end;
  }
  return chunks;
}

function endOf(text: string, at: number): number {
  const longest = at + LONGEST;
  if (longest >= text.length) return text.length;
  const line = text.lastIndexOf("\n", longest - 1);
  if (line >= at) return line + 1;
  const space = text.lastIndexOf(" ", longest - 1);
  if (space > at) return space + 1;
  const isInPair = /[\ud800-\udbff]/.test(text[longest - 1] ?? "");
  return isInPair ? longest - 1 : longest;
}
