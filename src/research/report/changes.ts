/** Differences between two editions of a report. */
import { overlap } from "../check/words.ts";
import type { Note, ResearchSource } from "../evidence/ledger.ts";
import type { ResearchReport, RunView } from "../run.ts";

/** A report as its next edition is compared with it. */
export interface EarlierReport {
  /** ms since the epoch: it was written. */
  at: number;
  statements: string[];
  /** Sources that were read for it. */
  sources: Pick<ResearchSource, "title" | "address">[];
}

export interface Changes {
  /** ms since the epoch: as of then. */
  since: number;
  added: string[];
  gone: string[];
  /** Sources that were not read again. */
  unread: Pick<ResearchSource, "title" | "address">[];
}

/** Undefined: the run has no report yet. */
export function earlierReport({ report, notes, sources }: RunView, at: number): EarlierReport | undefined {
  if (!report) return undefined;
  return {
    at,
    statements: statementsOf(report, notes),
    sources: sources.map(({ title, address }) => ({ title, address })),
  };
}

/** Sentences that their sources bear; of a report that no model wrote, its notes. */
export function statementsOf(
  { sentences, is_written }: Pick<ResearchReport, "sentences" | "is_written">,
  notes: readonly Note[],
): string[] {
  if (!is_written) return notes.map(({ claim }) => claim);
  return sentences
    .filter(({ text, support }) => text !== "" && (support === "supported" || support === "quoted"))
    .map(({ text }) => text);
}

export function changesSince(
  earlier: EarlierReport,
  now: { statements: readonly string[]; sources: readonly Pick<ResearchSource, "address">[] },
): Changes {
  const { at, statements, sources } = earlier;
  const read = new Set(now.sources.map(({ address }) => address));
  return {
    since: at,
    added: now.statements.filter((one) => !statements.some((other) => isSame(one, other))),
    gone: statements.filter((one) => !now.statements.some((other) => isSame(one, other))),
    unread: sources.filter(({ address }) => !read.has(address)),
  };
}

/** Share of the words of each that the other has too, from which on they say the same. */
const SAME = 0.7;

/** A model words the same fact anew each time: its words count past their order and endings, its figures exactly. */
function isSame(one: string, other: string): boolean {
  if (figuresOf(one) !== figuresOf(other)) return false;
  return overlap(one, other) >= SAME && overlap(other, one) >= SAME;
}

function figuresOf(text: string): string {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).toSorted().join(" ");
}
