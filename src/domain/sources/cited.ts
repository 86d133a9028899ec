/** The sources that an answer cites, for lists below it. */
import type { CitationPart, Part } from "../message.ts";

export function citationsIn(parts: readonly Part[]): CitationPart[] {
  return parts.filter((part): part is CitationPart => part.type === "citation");
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
