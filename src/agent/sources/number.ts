/** Numbers of sources: each text that a conversation reads has one, which it keeps. */
import type { CitationPart, Part } from "../../domain/message.ts";
import type { NumberedSource, Source } from "../../domain/sources/source.ts";

/** A text that a tool has read, whole, as its reader gave it. */
export interface ReadText extends Pick<Source, "kind" | "url" | "title"> {
  text: string;
}

/** The sources of these parts, in order: those of results, and those that only a citation names. */
export function sourcesIn(parts: readonly Part[]): NumberedSource[] {
  return parts.flatMap((part) => {
    if (part.type === "tool_result") return part.sources ?? [];
    return part.type === "citation" ? citedSource(part) : [];
  });
}

function citedSource({ index, url, title, source_id, source_kind, read }: CitationPart): NumberedSource[] {
  if (source_id === undefined || !read) return [];
  return [{ ...read, kind: source_kind ?? "page", n: index, hash: source_id, url: url || null, title }];
}

/** Gives the same text from the same place the same number; another one the next that is free. */
export function withNumbers(
  read: readonly Source[],
  known: readonly (Pick<NumberedSource, "n"> | NumberedSource)[],
): NumberedSource[] {
  let last = Math.max(0, ...known.map(({ n }) => n));
  const all = known.filter((each): each is NumberedSource => "hash" in each);
  return read.map((source) => {
    const same = all.find(({ hash, url }) => hash === source.hash && url === source.url);
    if (same) return same;
    last += 1;
    const next = { ...source, n: last };
    all.push(next);
    return next;
  });
}
