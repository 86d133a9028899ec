/** Sentences of a written report with what each cites and how it stands. */

export type Support = "quoted" | "supported" | "contradicted" | "unsupported" | "ours";

export interface CheckedSentence {
  text: string;
  /** Ids of notes. */
  cites: string[];
  support: Support;
  /** Number of different sources that support it. */
  sources: number;
  remark?: string;
}

/** A line of the report: words that are checked, or one that stays as it is (heading, empty line, rule). */
export type Line =
  | { kind: "plain"; text: string }
  | { kind: "words"; lead: string; sentences: CheckedSentence[] };

const CITE = /\[\s*(n\d+(?:\s*[,;]\s*n\d+)*)\s*\]/g;
/** Addresses and numbers that the writer has made up itself. */
const OWN_LINK = /!?\[([^\]\n]*)\]\([^)\n]*\)/g;
const ADDRESS = /<?\bhttps?:\/\/[^\s<>)\]]+>?|\bwww\.[^\s<>)\]]+/g;
const OWN_MARK = /\[\^?\d+(?:\s*[,;-]\s*\d+)*\]/g;
const PLAIN = /^\s*(?:#{1,6}\s.*|[-*_]{3,}|\|?[\s:|-]+\|?)?$/;
const LEAD = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)*/;
const ABBREVIATION =
  /(?:\b(?:Dr|Prof|Mr|Mrs|St|No|Nr|ca|vs|etc|approx|Fig|Abb|bzw|usw|vgl|Mio|Mrd|Jan|Feb|Aug|Sept|Oct|Nov|Dec|env|z\. ?B|d\. ?h|u\. ?a|e\.g|i\.e|[A-Z])|\b\d{1,2})\.$/;

export function linesOf(markdown: string): { lines: Line[]; dropped: number } {
  let dropped = 0;
  const drop = () => {
    dropped += 1;
    return "";
  };
  const clean = markdown
    .replace(OWN_LINK, (_link, words: string) => {
      dropped += 1;
      return words;
    })
    .replace(ADDRESS, drop)
    .replace(OWN_MARK, drop);
  const lines = clean.split("\n").map((line): Line => {
    if (PLAIN.test(line)) return { kind: "plain", text: line.replace(CITE, "").trimEnd() };
    const lead = LEAD.exec(line)?.[0] ?? "";
    return { kind: "words", lead, sentences: sentencesOf(line.slice(lead.length)) };
  });
  return { lines, dropped };
}

function sentencesOf(text: string): CheckedSentence[] {
  // A mark behind the full stop belongs to the sentence before it.
  const joined = text.replace(/([.!?])((?:\s*\[\s*n\d+(?:\s*[,;]\s*n\d+)*\s*\])+)/g, "$2$1");
  return pieces(joined).map((piece) => ({
    text: piece
      .replace(CITE, "")
      .replace(/\s+([.!?,;])/g, "$1")
      .replace(/ {2,}/g, " ")
      .trim(),
    cites: [...new Set([...piece.matchAll(CITE)].flatMap(([, ids = ""]) => ids.split(/\s*[,;]\s*/)))],
    support: "ours",
    sources: 0,
  }));
}

function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = "";
  for (const part of text.split(/(?<=[.!?]["”“»)]?)\s+(?=["“„«(*[]*[\p{Lu}\d])/u)) {
    piece = piece === "" ? part : `${piece} ${part}`;
    if (ABBREVIATION.test(piece)) continue;
    found.push(piece);
    piece = "";
  }
  return piece === "" ? found : [...found, piece];
}

/** The checked sentences, in order. */
export function sentencesIn(lines: readonly Line[]): CheckedSentence[] {
  return lines.flatMap((line) => (line.kind === "words" ? line.sentences : []));
}
