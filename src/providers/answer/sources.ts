/** Sources of an answer that stand beside its text, in the forms that providers and gateways have. */
import type { ProviderDelta } from "../provider.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "../wire/json.ts";

interface Source {
  url: string;
  title: string;
  quote?: string;
}

/** UTF-16 units of a passage. */
const LONGEST_QUOTE = 600;

const LISTS = [
  "citations",
  "search_results",
  "annotations",
  "web_search",
  "references",
  "sources",
  "groundingChunks",
];
/** Objects that hold such a list. */
const HOLDERS = ["search_info", "grounding_metadata", "groundingMetadata", "citation_metadata", "context"];
/** Objects of an entry that hold its address. */
const INNER = ["url_citation", "web", "source", "document", "citation"];
const MOST_SOURCES = 100;

/** Remembers what it has told: a list may come again with each chunk. */
export class Sources {
  private readonly told = new Set<string>();

  in(...holders: readonly (JsonObject | undefined)[]): ProviderDelta[] {
    const found = holders.flatMap((holder) => (holder ? sourcesIn(holder) : []));
    const titles = new Map(
      found.filter(({ url, title }) => title !== url).map(({ url, title }) => [url, title]),
    );
    return found.flatMap(({ url, title, quote }) => {
      if (this.told.has(url) || this.told.size >= MOST_SOURCES) return [];
      this.told.add(url);
      const told = { type: "citation" as const, url, title: titles.get(url) ?? title };
      return [quote === undefined ? told : { ...told, quote }];
    });
  }
}

function sourcesIn(holder: JsonObject): Source[] {
  const all = [holder, ...HOLDERS.map((key) => objectIn(holder, key)).filter((inner) => inner !== undefined)];
  return all.flatMap((one) => LISTS.flatMap((key) => listIn(one, key).flatMap(sourceOf)));
}

function sourceOf(entry: unknown): Source[] {
  if (typeof entry === "string") return isAddress(entry) ? [{ url: entry, title: entry }] : [];
  if (!isObject(entry)) return [];
  const forms = [entry, ...INNER.map((key) => objectIn(entry, key)).filter((inner) => inner !== undefined)];
  for (const form of forms) {
    const url = ["url", "uri", "link", "href"].map((key) => textIn(form, key)).find(isAddress);
    if (url === undefined) continue;
    const quote = textIn(entry, "cited_text").trim().slice(0, LONGEST_QUOTE);
    const title = textIn(form, "title") || textIn(form, "name") || url;
    return [{ url, title, ...(quote !== "" && { quote }) }];
  }
  return [];
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}
