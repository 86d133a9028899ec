/** A text that was written elsewhere with citations of its own: its numbers become those of the conversation that gets it. */
import type { CitationPart, Part } from "../../domain/message.ts";
import type { NumberedSource } from "../../domain/sources/source.ts";
import { markersIn } from "./markers.ts";
import { sourcesIn, withNumbers } from "./number.ts";

export interface CitedText {
  text: string;
  /** One for each marker `[n]` of the text, in their order; the first of each source with its `read`. */
  citations: readonly CitationPart[];
}

/** Parts of the message. `known`: the sources that the conversation has. Markers of no citation stay as they are. */
export function withOwnNumbers({ text, citations }: CitedText, known: readonly NumberedSource[]): Part[] {
  const brought = sourcesIn(citations);
  const numbered = withNumbers(brought, known);
  const numbers = new Map(brought.map(({ n }, at) => [n, numbered[at]?.n ?? n]));
  const own = citations.map((part) => ({ ...part, index: numbers.get(part.index) ?? part.index }));
  return [{ type: "text", text: withMarkers(text, numbers) }, ...own];
}

function withMarkers(text: string, numbers: ReadonlyMap<number, number>): string {
  let told = 0;
  const pieces: string[] = [];
  for (const { start, end, numbers: marked } of markersIn(text)) {
    const [n = 0] = marked;
    const now = marked.length === 1 ? numbers.get(n) : undefined;
    if (now === undefined) continue;
    pieces.push(text.slice(told, start), `[${now}]`);
    told = end;
  }
  return pieces.join("") + text.slice(told);
}
