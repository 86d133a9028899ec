/** Citations of ChatGPT: marks in its own characters, each of which names pages beside the text. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import type { ImportedCitation } from "../said.ts";

const Page = z.looseObject({ url: z.string().regex(/^https?:/i), title: z.string().catch("") });
const Reference = z.looseObject({
  matched_text: z.string().min(1).max(500),
  items: z.array(z.unknown()).catch([]),
});
/** The form of earlier years: places in the text, of a mark such as `【12†source】`. */
const Place = z.looseObject({ start_ix: z.int().min(0), end_ix: z.int(), metadata: z.unknown() });

const IS_CITED = /cite|turn\d|^\u3010/;
const OF_CHATGPT = /[?&]utm_source=chatgpt\.com$/;
const LONGEST_TITLE = 300;
const MOST_CITATIONS = 200;

interface Mark {
  words: string;
  pages: z.output<typeof Page>[];
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

function citationOf({ url, title }: Mark["pages"][number], numbers: Map<string, number>): ImportedCitation {
  const address = url.replace(OF_CHATGPT, "");
  const index = numbers.get(address) ?? numbers.size + 1;
  numbers.set(address, index);
  return { index, url: address, title: title.slice(0, LONGEST_TITLE) };
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
  return data ? [{ words: data.matched_text, pages: data.items.flatMap(pageOf) }] : [];
}

function markAt(text: string, place: unknown): Mark[] {
  const { data } = Place.safeParse(place);
  return data ? [{ words: text.slice(data.start_ix, data.end_ix), pages: pageOf(data.metadata) }] : [];
}

function pageOf(page: unknown): Mark["pages"] {
  const { data } = Page.safeParse(page);
  return data ? [data] : [];
}
