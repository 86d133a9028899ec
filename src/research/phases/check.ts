/** Fourth phase: each sentence against the passages it cites, by program, then by a model, mended once. */
import { z } from "zod";
import { readAnswer } from "../answers.ts";
import { checkByProgram } from "../check/by-program.ts";
import type { CheckedSentence } from "../report/sentence.ts";
import { standingNotes } from "./gather.ts";
import { askModel, type Stage, userWords } from "./stage.ts";

const BATCH = 10;

const Verdicts = z.object({
  verdicts: z.array(
    z.object({ id: z.number(), verdict: z.enum(["supported", "contradicted", "unsupported"]) }),
  ),
});
const Mended = z.object({ sentences: z.array(z.object({ id: z.number(), text: z.string().max(2_000) })) });

interface Case {
  sentence: CheckedSentence;
  passages: string[];
  sources: number;
  /** Names that need no proof. */
  known: string;
  isQuoted: boolean;
}

/** Sets the support of each sentence, and rewords some. Marks that name no note are taken away and counted. */
export async function checkReport(stage: Stage, sentences: readonly CheckedSentence[]): Promise<number> {
  const dropped = dropUnknown(stage, sentences);
  const cases = await Promise.all(
    sentences.filter(({ cites }) => cites.length > 0).map((sentence) => caseOf(stage, sentence)),
  );
  await judge(stage, cases, "first");
  const weak = cases.filter(({ sentence }) => isWeak(sentence));
  const mended = weak.length > 0 ? await mend(stage, weak) : [];
  if (mended.length > 0) await judge(stage, mended, "mended");
  return dropped;
}

export function isWeak({ support }: CheckedSentence): boolean {
  return support === "unsupported" || support === "contradicted";
}

function dropUnknown(stage: Stage, sentences: readonly CheckedSentence[]): number {
  const known = new Set(standingNotes(stage).map(({ id }) => id));
  let dropped = 0;
  for (const sentence of sentences) {
    const cites = sentence.cites.filter((id) => known.has(id));
    dropped += sentence.cites.length - cites.length;
    sentence.cites = cites;
  }
  return dropped;
}

async function caseOf({ ledger, order }: Stage, sentence: CheckedSentence): Promise<Case> {
  const notes = sentence.cites.flatMap((id) => ledger.note(id) ?? []);
  const sources = notes.flatMap(({ source_id }) => ledger.source(source_id) ?? []);
  const quoted = [...sentence.text.matchAll(/["“„«]([^"”“»]{12,})["”“»]/g)].map(([, words = ""]) => words);
  return {
    sentence,
    passages: await Promise.all(notes.map((note) => ledger.passageOf(note))),
    sources: new Set(sources.map(({ id }) => id)).size,
    known: [order.question, ...sources.map(({ title }) => title)].join("\n"),
    isQuoted: quoted.length > 0 && quoted.every((words) => notes.some(({ quote }) => quote.includes(words))),
  };
}

async function judge(stage: Stage, cases: readonly Case[], round: string): Promise<void> {
  const passed = cases.filter((one) => {
    const { missing } = checkByProgram({ ...one, sentence: one.sentence.text });
    settle(one, missing.length === 0 ? "supported" : "unsupported");
    if (missing.length > 0) one.sentence.remark = `Not in its passages: ${missing.join(", ")}`;
    else delete one.sentence.remark;
    return missing.length === 0;
  });
  const batches = Array.from({ length: Math.ceil(passed.length / BATCH) }, (_, at) =>
    passed.slice(at * BATCH, (at + 1) * BATCH),
  );
  await Promise.all(batches.map((batch, at) => judgeByModel(stage, batch, `${round}:${at}`)));
}

/** Sentences that the model does not speak of stay as the program found them. */
async function judgeByModel(stage: Stage, batch: readonly Case[], name: string): Promise<void> {
  const ask = {
    purpose: "check" as const,
    messages: userWords(casesShown(batch)),
    max_output_tokens: 60 * BATCH,
  };
  const key = `check:${stage.edition}:${name}`;
  const taken = await askModel(stage, { key, ask, purse: "report" }, stage.writing);
  if (!taken.ok || !taken.value.ok) return;
  for (const { id, verdict } of readAnswer(Verdicts, taken.value.text)?.verdicts ?? []) {
    const one = batch[id - 1];
    if (one) settle(one, verdict);
  }
}

function settle(
  { sentence, sources, isQuoted }: Case,
  verdict: "supported" | "contradicted" | "unsupported",
): void {
  sentence.support = verdict === "supported" && isQuoted ? "quoted" : verdict;
  sentence.sources = verdict === "supported" ? sources : 0;
}

/** Asks once for other words; returns those that got some. */
async function mend(stage: Stage, weak: readonly Case[]): Promise<Case[]> {
  const ask = {
    purpose: "mend" as const,
    messages: userWords(casesShown(weak)),
    max_output_tokens: Math.min(4_000, 150 * weak.length),
  };
  const taken = await askModel(stage, { key: `mend:${stage.edition}`, ask, purse: "report" }, stage.writing);
  if (!taken.ok || !taken.value.ok) return [];
  const answers = readAnswer(Mended, taken.value.text)?.sentences ?? [];
  return answers.flatMap(({ id, text }) => {
    const one = weak[id - 1];
    const words = text
      .replace(/\[[^\]]*\]/g, "")
      .replace(/\bhttps?:\S+/g, "")
      .trim();
    if (!one || words === one.sentence.text) return [];
    one.sentence.text = words;
    return words === "" ? [] : [one];
  });
}

function casesShown(cases: readonly Case[]): string {
  return cases
    .map(
      ({ sentence, passages }, at) =>
        `${at + 1}. Sentence: ${oneLine(sentence.text)}\n   Passages: ${oneLine(passages.join(" … "))}`,
    )
    .join("\n\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
