/** The report as Markdown: numbered citations with their sources, how it stands, and what was not looked at. */
import type { CitedText } from "../../agent/sources/renumber.ts";
import type { Contradiction } from "../evidence/contradictions.ts";
import type { Note, ResearchSource } from "../evidence/ledger.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { EndedBy } from "../run.ts";
import type { Changes } from "./changes.ts";
import { CitingMarks, LinkedMarks, type Marks } from "./marks.ts";
import { oneLine } from "./one-line.ts";
import { type CheckedSentence, type Line, sentencesIn } from "./sentence.ts";
import { countsText, type ReportWords, reportWords } from "./words.ts";

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
  /** Absent: it is the first edition. */
  changes?: Changes | undefined;
}

/** The report as Markdown, with its list of sources. */
export function renderReport(draft: Draft): string {
  return rendered(draft, new LinkedMarks(draft));
}

/** The report with a citation for each of its numbers. What its sources have in brackets is gone, since it would be taken for one. */
export function citedReport(draft: Draft): CitedText {
  const marks = new CitingMarks(draft);
  const text = rendered(draft, marks);
  return { text, citations: marks.citations };
}

function rendered(draft: Draft, marks: Marks): string {
  const words = reportWords(draft.question);
  const rendering = { words, marks };
  return [
    draft.changes ? changesPart(draft.changes, rendering) : "",
    draft.lines ? writtenBody(draft, draft.lines, rendering) : notesBody(draft, rendering),
    contradictionsPart(draft, rendering),
    marks.shown(unlookedPart(draft, words)),
    draft.lines ? `## ${words.standing}\n\n${countsText(words, countsOf(sentencesIn(draft.lines)))}` : "",
    marks.list(words),
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

interface Rendering {
  words: ReportWords;
  marks: Marks;
}

function writtenBody({ unsupported }: Draft, lines: readonly Line[], rendering: Rendering): string {
  const { marks } = rendering;
  const shown = lines.flatMap((line) => {
    if (line.kind === "plain") return [marks.shown(line.text)];
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

function sentenceShown({ text, cites, support }: CheckedSentence, { words, marks }: Rendering): string {
  const marked = marks.of(cites);
  const doubt = isWeak(support)
    ? ` *(${words[support === "contradicted" ? "contradicted" : "unsupported"]})*`
    : "";
  const shown = marks.shown(text);
  const end = /[.!?]$/.exec(shown)?.[0] ?? "";
  const bare = end === "" ? shown : shown.slice(0, -1);
  return `${bare}${marked === "" ? "" : ` ${marked}`}${doubt}${end}`;
}

function notesBody({ question, notes, plan }: Draft, { words, marks }: Rendering): string {
  const title = marks.shown(`# ${headline(question)}`);
  if (notes.length === 0) return `${title}\n\n${words.nothing}`;
  const parts = plan.flatMap((step) => {
    const own = notes.filter(({ step_id }) => step_id === step.id);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ id, claim, quote }) =>
        `- ${marks.shown(oneLine(claim))} ${marks.of([id])}\n  > ${marks.shown(oneLine(quote))}`,
    );
    return [`## ${marks.shown(headline(step.question))}\n\n${lines.join("\n")}`];
  });
  return [title, words.unwritten, ...parts].join("\n\n");
}

/** Most lines of each kind of change. */
const MOST_CHANGES = 20;

function changesPart(
  { since, added, gone, unread }: Changes,
  { words: { changes }, marks }: Rendering,
): string {
  const line = (label: string) => (text: string) => `- ${label}: ${marks.shown(oneLine(text))}`;
  const lines = [
    ...added.slice(0, MOST_CHANGES).map(line(changes.added)),
    ...gone.slice(0, MOST_CHANGES).map(line(changes.gone)),
    ...unread.slice(0, MOST_CHANGES).map(({ title, address }) => line(changes.unread)(title || address)),
  ];
  const day = new Date(since).toISOString().slice(0, 10);
  return `## ${changes.title(day)}\n\n${lines.length === 0 ? changes.none : lines.join("\n")}`;
}

function contradictionsPart({ contradictions, notes }: Draft, { words, marks }: Rendering): string {
  const claim = (id: string) => marks.shown(oneLine(notes.find((note) => note.id === id)?.claim ?? ""));
  const lines = contradictions.map(
    ({ one, other }) => `- ${claim(one)} ${marks.of([one])} / ${claim(other)} ${marks.of([other])}`,
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

function headline(text: string): string {
  return oneLine(text).replace(/^#+\s*/, "");
}
