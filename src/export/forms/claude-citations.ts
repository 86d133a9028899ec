/**
 * Citations of Claude: places in a block of text, each with the address of a page. Titles and texts of the pages stand in the
 * results of its searches.
 */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import type { ImportedCitation } from "../said.ts";
import { quotedPassage } from "./quoted-passage.ts";

const words = () => z.string().catch("").default("");
const Address = z.string().regex(/^https?:\/\//i);
const About = z.looseObject({ url: Address, title: words(), cited_text: words() });
/** `details`: absent in exports that have the form of Anthropic's API, whose citation stands behind its whole block. */
const Citation = z.looseObject({
  end_index: z.int().min(1).optional().catch(undefined),
  details: z.unknown(),
});
const Page = z.looseObject({ url: Address, title: words(), text: words() });

/** Citations of a block, and of a conversation. */
const MOST_OF_BLOCK = 200;
const MOST_CITATIONS = 1_000;
const MOST_PAGES = 2_000;
/** UTF-16 units of one page, and of all that are cited. */
const LONGEST_TEXT = 100_000;
const LONGEST_TEXTS = 2_000_000;
const LONGEST_TITLE = 300;
const LONGEST_URL = 2_000;
const LONGEST_QUOTE = 600;

interface KnownPage {
  title: string;
  text: string;
}

type Block = Readonly<Record<string, unknown>>;

/** Pages that the searches of a conversation found; the texts of those that are cited are its sources. */
export class ClaudePages {
  /** Texts by keys that citations name. */
  readonly texts: Record<string, string> = {};
  private readonly pages = new Map<string, KnownPage>();
  private kept = 0;
  private count = 0;

  private get room(): number {
    return Math.min(MOST_OF_BLOCK, MOST_CITATIONS - this.count);
  }

  /** Takes in what the results of tools among these blocks list. */
  note(blocks: readonly Block[]): void {
    for (const { content } of blocks.filter(({ type }) => /tool_result$/.test(String(type))))
      for (const item of Array.isArray(content) ? content : []) {
        const { data } = Page.safeParse(item);
        if (data && this.pages.size < MOST_PAGES && !this.pages.has(data.url)) this.pages.set(data.url, data);
      }
  }

  /** The block's text with `[n]` behind each cited place, and its citations in their order. */
  numbered({ text, citations }: Block, numbers: Map<string, number>): Cited {
    const whole = String(text ?? "");
    const listed = (Array.isArray(citations) ? citations : []).slice(0, this.room);
    const places = listed.flatMap((each) => placeOf(whole, each));
    this.count += places.length;
    const found: ImportedCitation[] = [];
    const pieces: string[] = [];
    let told = 0;
    for (const place of places.sort((a, b) => a.end - b.end)) {
      const citation = this.citationOf(place, whole.slice(place.start, place.end), numbers);
      const isSecond = place.end === told && pieces.length > 0;
      pieces.push(whole.slice(told, place.end), `${isSecond ? "" : " "}[${citation.index}]`);
      found.push(citation);
      told = place.end;
    }
    return { text: pieces.join("") + whole.slice(told), citations: found };
  }

  private citationOf(
    { url, title, cited_text }: z.output<typeof About>,
    sentence: string,
    numbers: Map<string, number>,
  ): ImportedCitation {
    const page = this.pages.get(url);
    const index = numbers.get(url) ?? numbers.size + 1;
    numbers.set(url, index);
    const about = {
      index,
      url,
      title: (title || page?.title || "").slice(0, LONGEST_TITLE),
      kind: "page",
    } as const;
    const said = cited_text === "" ? {} : { quote: cited_text.slice(0, LONGEST_QUOTE) };
    const key = this.keep(url);
    if (key === undefined) return { ...about, ...said };
    return { ...about, key, ...quotedPassage(this.texts[key] ?? "", sentence), ...said };
  }

  /** Key of the page's text; undefined: the export has none of it, or no more fits. */
  private keep(url: string): string | undefined {
    const key = `page:${url}`;
    if (key in this.texts) return key;
    const text = this.pages.get(url)?.text.trim().slice(0, LONGEST_TEXT) ?? "";
    if (text === "" || this.kept + text.length > LONGEST_TEXTS) return undefined;
    this.kept += text.length;
    this.texts[key] = text;
    return key;
  }
}

interface Cited {
  text: string;
  citations: ImportedCitation[];
}

function placeOf(text: string, cited: unknown): ({ start: number; end: number } & z.output<typeof About>)[] {
  const { data } = Citation.safeParse(cited);
  if (!data) return [];
  const about = About.safeParse(isRecord(data.details) ? data.details : cited).data;
  if (!about || about.url.length > LONGEST_URL) return [];
  const from = isRecord(cited) ? Number(cited["start_index"]) : Number.NaN;
  const end = endAt(text, data.end_index ?? text.trimEnd().length);
  return [{ ...about, start: from >= 0 && from < end ? from : 0, end }];
}

/** Place behind the cited words: counted in characters, or in UTF-16 units, of which one ends a word. */
function endAt(text: string, index: number): number {
  const before = text.slice(0, index * 2);
  const isWide = /[\ud800-\udfff]/.test(before);
  const characters = isWide ? [...before].slice(0, index).join("").length : index;
  const ends = [index, characters].map((end) => Math.min(end, text.length));
  const isEndOfWord = (end: number) =>
    !/[\p{L}\p{N}]/u.test(text[end] ?? "") && /\S/.test(text[end - 1] ?? "");
  return ends.find(isEndOfWord) ?? text.slice(0, ends[0]).trimEnd().length;
}
