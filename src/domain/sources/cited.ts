/** The sources that an answer cites, for lists below it. */
import { type CitationPart, type Part, textOf } from "../message.ts";

export function citationsIn(parts: readonly Part[]): CitationPart[] {
  return parts.filter((part): part is CitationPart => part.type === "citation");
}

/** The citations of what stands in the parts' text behind this place. */
export function citationsBehind(parts: readonly Part[], place: number): CitationPart[] {
  let read = 0;
  return parts.flatMap((part) => {
    read += textOf([part]).length;
    return part.type === "citation" && read > place ? [part] : [];
  });
}

/** The first citation of each source, in order: one is cited as often as it is used. */
export function citedOnce(parts: readonly Part[]): CitationPart[] {
  const first = new Map<string, CitationPart>();
  for (const part of citationsIn(parts)) {
    const key = part.source_id ?? part.url;
    if (!first.has(key)) first.set(key, part);
  }
  return [...first.values()];
}
