/** The report as Markdown: numbered citations with their sources, how it stands, and what was not looked at. */
import type { Contradiction } from "../evidence/contradictions.ts";
import type { Note, ResearchSource } from "../evidence/ledger.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { EndedBy } from "../run.ts";
import { type CheckedSentence, type Line, sentencesIn } from "./sentence.ts";
import { type ReportWords, reportWords } from "./words.ts";

export interface Draft {
  question: string;
  /** Undefined: no model wrote. */
  lines: Line[] | undefined;
  notes: readonly Note[];
  sources: readonly ResearchSource[];
  contradictions: readonly Contradiction[];
  plan: readonly PlanStep[];
  endedBy: readonly EndedBy[];
  unsupported: "mark" | "drop";
}

export function renderReport(draft: Draft): string {
  const words = reportWords(draft.question);
  const numbers = new Numbers(draft);
  const body = draft.lines
    ? writtenBody(draft, draft.lines, { words, numbers })
    : notesBody(draft, { words, numbers });
  return [
    body,
    contradictionsPart(draft, { words, numbers }),
    unlookedPart(draft, words),
    draft.lines ? `## ${words.standing}\n\n${words.counts(countsOf(sentencesIn(draft.lines)))}` : "",
    numbers.list(words),
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

interface Rendering {
  words: ReportWords;
  numbers: Numbers;
}

/** Sources by the number of their first citation. */
class Numbers {
  private readonly draft: Draft;
  private readonly cited: ResearchSource[] = [];

  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** Marks of the notes' sources: `[1](address)`. */
  marks(noteIds: readonly string[]): string {
    const sources = noteIds.flatMap((id) => {
      const note = this.draft.notes.find((one) => one.id === id);
      return this.draft.sources.find((source) => source.id === note?.source_id) ?? [];
    });
    return [...new Set(sources)].map((source) => this.mark(source)).join("");
  }

  list(words: ReportWords): string {
    if (this.cited.length === 0) return "";
    const lines = this.cited.map((source, at) => {
      const read = new Date(source.read_at).toISOString().slice(0, 10);
      return `${at + 1}. ${linked(plainTitle(source), source.address)} (${read})`;
    });
    return `## ${words.sources}\n\n${lines.join("\n")}`;
  }

  private mark(source: ResearchSource): string {
    if (!this.cited.includes(source)) this.cited.push(source);
    const number = String(this.cited.indexOf(source) + 1);
    return isWeb(source.address) ? `[[${number}]](${escaped(source.address)})` : `[${number}]`;
  }
}

function writtenBody({ unsupported }: Draft, lines: readonly Line[], rendering: Rendering): string {
  const shown = lines.flatMap((line) => {
    if (line.kind === "plain") return [line.text];
    const sentences = line.sentences.filter(
      ({ text, support }) => text !== "" && !(unsupported === "drop" && isWeak(support)),
    );
    if (sentences.length === 0) return [];
    return [line.lead + sentences.map((sentence) => sentenceShown(sentence, rendering)).join(" ")];
  });
  return shown
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function sentenceShown({ text, cites, support }: CheckedSentence, { words, numbers }: Rendering): string {
  const marks = numbers.marks(cites);
  const doubt = isWeak(support)
    ? ` *(${words[support === "contradicted" ? "contradicted" : "unsupported"]})*`
    : "";
  const end = /[.!?]$/.exec(text)?.[0] ?? "";
  const bare = end === "" ? text : text.slice(0, -1);
  return `${bare}${marks === "" ? "" : ` ${marks}`}${doubt}${end}`;
}

function notesBody({ question, notes, plan }: Draft, { words, numbers }: Rendering): string {
  if (notes.length === 0) return `# ${headline(question)}\n\n${words.nothing}`;
  const parts = plan.flatMap((step) => {
    const own = notes.filter(({ step_id }) => step_id === step.id);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ id, claim, quote }) => `- ${oneLine(claim)} ${numbers.marks([id])}\n  > ${oneLine(quote)}`,
    );
    return [`## ${headline(step.question)}\n\n${lines.join("\n")}`];
  });
  return [`# ${headline(question)}`, words.unwritten, ...parts].join("\n\n");
}

function contradictionsPart({ contradictions, notes }: Draft, { words, numbers }: Rendering): string {
  const claim = (id: string) => oneLine(notes.find((note) => note.id === id)?.claim ?? "");
  const lines = contradictions.map(
    ({ one, other }) => `- ${claim(one)} ${numbers.marks([one])} / ${claim(other)} ${numbers.marks([other])}`,
  );
  return lines.length === 0 ? "" : `## ${words.contradictions}\n\n${lines.join("\n")}`;
}

function unlookedPart({ plan, endedBy }: Draft, words: ReportWords): string {
  const open = plan.filter(
    ({ state, notes }) => state === "unreached" || state === "failed" || (state === "done" && notes === 0),
  );
  const lines = open.map(({ question, state, remark }) => {
    const why = state === "done" ? ` (${words.notFound})` : remark ? ` (${oneLine(remark)})` : "";
    return `- ${oneLine(question)}${why}`;
  });
  const reasons = endedBy.map((reason) => words.ended[reason]).join(" ");
  return lines.length === 0 && reasons === ""
    ? ""
    : `## ${words.unlooked}\n\n${[reasons, lines.join("\n")].filter((part) => part !== "").join("\n\n")}`;
}

export function countsOf(sentences: readonly CheckedSentence[]): {
  supported: number;
  ours: number;
  weak: number;
} {
  const count = (of: (sentence: CheckedSentence) => boolean) =>
    sentences.filter((one) => one.text !== "" && of(one)).length;
  return {
    supported: count(({ support }) => support === "supported" || support === "quoted"),
    ours: count(({ support }) => support === "ours"),
    weak: count(({ support }) => isWeak(support)),
  };
}

function isWeak(support: CheckedSentence["support"]): boolean {
  return support === "unsupported" || support === "contradicted";
}

function linked(title: string, address: string): string {
  return isWeb(address) ? `[${title}](${escaped(address)})` : `${title} (${address})`;
}

function isWeb(address: string): boolean {
  return /^https?:\/\//.test(address);
}

function escaped(address: string): string {
  return address.replace(/[()\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function plainTitle({ title, address }: ResearchSource): string {
  return oneLine(title.replace(/[[\]]/g, "")) || address;
}

function headline(text: string): string {
  return oneLine(text).replace(/^#+\s*/, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
