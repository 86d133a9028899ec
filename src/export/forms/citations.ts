/** Citations of a message as a Nightjar exports them; one that breaks the form is left out. */
import { z } from "zod";
import { isHash } from "../../domain/sources/source.ts";
import type { ImportedCitation } from "../said.ts";

const MOST_CITATIONS = 200;
const LONGEST_QUOTE = 600;
const LONGEST_TITLE = 300;
const LONGEST_URL = 2_000;

const place = () => z.int().min(0).optional().catch(undefined);

const Citation = z.object({
  type: z.literal("citation"),
  index: z.int().min(1).max(999),
  url: z.string().max(LONGEST_URL).catch(""),
  title: z.string().catch(""),
  source_kind: z.enum(["page", "file", "memory", "mail", "tool", "report"]).optional().catch(undefined),
  source_id: z.string().refine(isHash).optional().catch(undefined),
  quote: z.string().optional().catch(undefined),
  start: place(),
  end: place(),
});

export function citationsIn(parts: readonly unknown[]): ImportedCitation[] {
  return parts
    .flatMap((part) => Citation.safeParse(part).data ?? [])
    .slice(0, MOST_CITATIONS)
    .map(({ index, url, title, source_kind, source_id, quote, start, end }) => ({
      index,
      url: addressOf(url, source_kind),
      title: title.slice(0, LONGEST_TITLE),
      ...(source_kind && { kind: source_kind }),
      ...(source_id !== undefined && { key: source_id }),
      ...(quote !== undefined && { quote: quote.slice(0, LONGEST_QUOTE) }),
      ...(start !== undefined && end !== undefined && { start, end }),
    }));
}

/** Pages and paths keep theirs; ids and messages of the other Nightjar lead nowhere here. */
function addressOf(url: string, kind: ImportedCitation["kind"] = "page"): string {
  if (/^https?:\/\//i.test(url)) return url;
  return kind === "file" && !/^fil_|:/.test(url) ? url : "";
}
