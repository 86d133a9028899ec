/** Citations of Open WebUI: `[n]` of an answer names the n-th source of its message, whose passages stand in the export. */
import { z } from "zod";
import { markersIn, sentenceBefore } from "../../agent/sources/markers.ts";
import type { ImportedCitation } from "../said.ts";
import { quotedPassage } from "./quoted-passage.ts";

const Source = z.looseObject({
  source: z
    .looseObject({ id: z.string().optional().catch(undefined), name: z.string().optional().catch(undefined) })
    .catch({}),
  document: z.array(z.unknown()).catch([]),
  metadata: z.array(z.unknown()).catch([]),
});
const About = z.looseObject({
  source: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

const MOST_SOURCES = 50;
const MOST_CITATIONS = 200;
/** UTF-16 units of one source's passages. */
const LONGEST_TEXT = 100_000;
const LONGEST_TITLE = 300;

interface Named {
  id: string;
  title: string;
  passages: string[];
}

interface Keyed {
  named: Named;
  key: string;
  text: string;
}

/** `texts` takes the passages of the sources that are cited, under keys of its own. */
export function citationsFor(
  text: string,
  sources: unknown,
  texts: Record<string, string>,
): ImportedCitation[] {
  const named = namedIn(sources);
  if (named.length === 0) return [];
  const keyed = new Map<number, Keyed>();
  const cited: ImportedCitation[] = [];
  for (const { numbers, start } of markersIn(text)) {
    for (const n of numbers) {
      const source = keyed.get(n) ?? keyedOf(named[n - 1], texts);
      if (!source || cited.length === MOST_CITATIONS) continue;
      keyed.set(n, source);
      cited.push({
        index: n,
        ...aboutOf(source),
        ...quotedPassage(source.text, sentenceBefore(text, start)),
      });
    }
  }
  return cited;
}

function keyedOf(named: Named | undefined, texts: Record<string, string>): Keyed | undefined {
  if (!named) return undefined;
  const key = `passages:${Object.keys(texts).length}`;
  const text = named.passages.join("\n\n").slice(0, LONGEST_TEXT);
  texts[key] = text;
  return { named, key, text };
}

function aboutOf({ named: { id, title }, key }: Keyed): Omit<ImportedCitation, "index"> {
  const isPage = /^https?:\/\//i.test(id);
  const url = isPage ? id : "";
  return { url, title: title.slice(0, LONGEST_TITLE), kind: isPage ? "page" : "file", key };
}

/** Passages of one place are one source, and have its number. */
function namedIn(sources: unknown): Named[] {
  const found = new Map<string, Named>();
  for (const each of Array.isArray(sources) ? sources : []) {
    const { data } = Source.safeParse(each);
    for (const [at, passage] of (data?.document ?? []).entries()) {
      const { data: about = {} } = About.safeParse(data?.metadata[at]);
      const id = about.source ?? data?.source.id ?? "";
      const named = found.get(id) ?? { id, title: about.name ?? data?.source.name ?? id, passages: [] };
      if (typeof passage === "string") named.passages.push(passage);
      if (found.size < MOST_SOURCES) found.set(id, named);
    }
  }
  return [...found.values()];
}
