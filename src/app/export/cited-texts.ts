/** Citations of an imported conversation: their texts are kept here as those of any source, untrusted like all that is imported. */
import type { SourceTexts } from "../../agent/ports/sources.ts";
import type { ConversationId } from "../../domain/ids.ts";
import type { CitationPart } from "../../domain/message.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { ImportedCitation } from "../../export/said.ts";

/** Text of a source by its key in the export; undefined: the export does not hold it. */
export type FindText = (key: string) => Promise<string | undefined>;

interface Deps {
  owner: string;
  conversation_id: ConversationId;
  texts: SourceTexts;
  find: FindText;
}

interface Kept {
  hash: string;
  text: string;
}

const LONGEST_QUOTE = 600;

export class CitedTexts {
  private readonly deps: Deps;
  private readonly kept = new Map<string, Kept | undefined>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Citations of a message of that time, in their order. Rejects when a text can't be stored. */
  async partsOf(citations: readonly ImportedCitation[], at: string): Promise<CitationPart[]> {
    const parts: CitationPart[] = [];
    for (const citation of citations) {
      const isFirst = citation.key !== undefined && !this.kept.has(citation.key);
      const kept = await this.textOf(citation.key);
      const read = { chars: kept?.text.length ?? 0, read_at: at, trust: "untrusted" as const };
      parts.push({ ...partOf(citation, kept), ...(kept && isFirst && { read }) });
    }
    return parts;
  }

  private async textOf(key: string | undefined): Promise<Kept | undefined> {
    if (key === undefined) return undefined;
    if (!this.kept.has(key)) this.kept.set(key, await this.keep(key));
    return this.kept.get(key);
  }

  private async keep(key: string): Promise<Kept | undefined> {
    const { texts, owner, conversation_id, find } = this.deps;
    const text = await find(key);
    if (text === undefined || text.trim() === "") return undefined;
    return { hash: await texts.put(owner, conversation_id, text), text };
  }
}

function partOf(
  { index, url, title, kind, ...cited }: ImportedCitation,
  kept: Kept | undefined,
): CitationPart {
  const about = { index, url, title: oneLine(title), ...(kind && kind !== "page" && { source_kind: kind }) };
  const part: CitationPart = { type: "citation", ...about };
  if (!kept) return { ...part, ...(cited.quote !== undefined && { quote: cited.quote }) };
  return { ...part, source_id: kept.hash, ...spanOf(cited, kept.text) };
}

/** The place that the export tells, else where the quote stands: the words are the text's own in either case. */
function spanOf(
  { start = -1, end = -1, quote = "" }: Pick<ImportedCitation, "start" | "end" | "quote">,
  text: string,
): Pick<CitationPart, "quote" | "start" | "end"> {
  const isPlace = start >= 0 && start < end && end <= text.length && end - start <= LONGEST_QUOTE;
  const words = text.slice(start, end);
  if (isPlace && (quote === "" || words === quote)) return { quote: words, start, end };
  const at = quote.trim() === "" ? -1 : text.indexOf(quote);
  return at < 0 ? {} : { quote, start: at, end: at + quote.length };
}
