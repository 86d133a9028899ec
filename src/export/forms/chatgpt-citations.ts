/** Citations of ChatGPT: marks in its own characters, each of which names pages beside the text. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import type { ImportedCitation } from "../said.ts";

const words = () => z.string().catch("").default("");
const Page = z.looseObject({ url: z.string().regex(/^https?:/i), title: words(), snippet: words() });
/** A file that was attached, or that stands in a project. */
const File = z.looseObject({ type: z.literal("file"), name: z.string().min(1), snippet: words() });
/** Names one page itself, or several in its items. */
const Reference = z.looseObject({
  matched_text: z.string().min(1).max(500),
  items: z.array(z.unknown()).catch([]).default([]),
});
/** The form of earlier years: places in the text, of a mark such as `【12†source】`. */
const Place = z.looseObject({ start_ix: z.int().min(0), end_ix: z.int(), metadata: z.unknown() });

const IS_CITED = /cite|turn\d|^\u3010/;
const OF_CHATGPT = /[?&]utm_source=chatgpt\.com$/;
const LONGEST_TITLE = 300;
const LONGEST_QUOTE = 600;
const MOST_CITATIONS = 200;

interface Mark {
  words: string;
  pages: Cited[];
}

/** `url`: empty for a file. */
interface Cited {
  url: string;
  title: string;
  snippet: string;
}

export interface CitedText {
  text: string;
  citations: ImportedCitation[];
}

/** The text with `[n]` in place of each mark whose pages the message names; other marks stay. */
export function withNumbers(text: string, metadata: unknown, numbers: Map<string, number>): CitedText {
  const citations: ImportedCitation[] = [];
  const pieces: string[] = [];
  let told = 0;
  for (const { words, pages } of marksIn(text, metadata)) {
    const at = text.indexOf(words, told);
    if (at < 0 || citations.length + pages.length > MOST_CITATIONS) continue;
    const own = pages.map((page) => citationOf(page, numbers));
    pieces.push(text.slice(told, at).replace(/\s$/, ""), " ", ...own.map(({ index }) => `[${index}]`));
    citations.push(...own);
    told = at + words.length;
  }
  return { text: pieces.join("") + text.slice(told), citations };
}

function citationOf({ url, title, snippet }: Cited, numbers: Map<string, number>): ImportedCitation {
  const address = url.replace(OF_CHATGPT, "");
  const key = address === "" ? `file ${title}` : address;
  const index = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, index);
  return {
    ...{ index, url: address, title: title.slice(0, LONGEST_TITLE) },
    ...(address === "" && { kind: "file" }),
    ...(snippet.trim() !== "" && { quote: snippet.trim().slice(0, LONGEST_QUOTE) }),
  };
}

/** Marks in the order in which the message lists them, which is that of the text. */
function marksIn(text: string, metadata: unknown): Mark[] {
  if (!isRecord(metadata)) return [];
  const { content_references, citations } = metadata;
  const marks = [
    ...(Array.isArray(content_references) ? content_references : []).flatMap(markOf),
    ...(Array.isArray(citations) ? citations : []).flatMap((place) => markAt(text, place)),
  ];
  return marks.filter(({ words, pages }) => pages.length > 0 && IS_CITED.test(words));
}

function markOf(reference: unknown): Mark[] {
  const { data } = Reference.safeParse(reference);
  if (!data) return [];
  const pages = data.items.flatMap(citedIn);
  return [{ words: data.matched_text, pages: pages.length > 0 ? pages : citedIn(reference) }];
}

function markAt(text: string, place: unknown): Mark[] {
  const { data } = Place.safeParse(place);
  return data ? [{ words: text.slice(data.start_ix, data.end_ix), pages: citedIn(data.metadata) }] : [];
}

function citedIn(named: unknown): Cited[] {
  const page = Page.safeParse(named).data;
  if (page) return [page];
  const file = File.safeParse(named).data;
  return file ? [{ url: "", title: file.name, snippet: file.snippet }] : [];
}
