/** Measures of memory over talks with an assistant, beside plain BM25 with neighbours. */
import { type Answered, type Scores, scoresOf } from "../scores.ts";
import { plainSearch } from "./plain-search.ts";
import type { AssistantQuestion, AssistantTalk } from "./talks.ts";

/** Passages that a model is shown for a message. */
export interface Shown {
  id: string;
  /** Memory's confidence that it belongs. */
  belonging: number;
  recalled: boolean;
}

export interface FoundMessage {
  id: string;
  isPage: boolean;
  /** Whether it gives the kind of answer that is asked for, as far as that is known. */
  gives: boolean;
}

export interface Searched {
  /** Best first; without a conversation, of everything. */
  search(question: string, conversation?: string): Promise<readonly FoundMessage[]>;
  looked(message: string): Promise<readonly Shown[]>;
}

interface Judged extends Answered {
  kind: string;
  shown: readonly Shown[];
  /** Share of the nearest results that give what is asked for. */
  answering: number;
}

/** Results that tell whether a question can be answered. */
const TELLING = 3;

export interface Measured {
  found: Judged[];
  /** The same questions, with all conversations searched. */
  everywhere: Answered[];
  plain: Answered[];
}

export async function measureTalks(memory: Searched, talks: readonly AssistantTalk[]): Promise<Measured> {
  const measured: Measured = { found: [], everywhere: [], plain: [] };
  for (const talk of talks) {
    const search = plainSearch(talk.messages);
    for (const question of talk.questions) {
      measured.found.push(await judged(memory, talk, question));
      measured.everywhere.push({
        evidence: question.evidence,
        found: idsOf(await memory.search(question.text)),
      });
      measured.plain.push({ evidence: question.evidence, found: search(question.text) });
    }
  }
  return measured;
}

async function judged(memory: Searched, talk: AssistantTalk, question: AssistantQuestion): Promise<Judged> {
  const { kind, text, evidence } = question;
  const found = await memory.search(text, talk.id);
  const nearest = found.filter(({ isPage }) => !isPage).slice(0, TELLING);
  const answering = nearest.filter(({ gives }) => gives).length / TELLING;
  return { kind, evidence, found: idsOf(found), shown: await memory.looked(text), answering };
}

function idsOf(found: readonly FoundMessage[]): string[] {
  return found.map(({ id }) => id);
}

export interface Summary {
  scores: Scores;
  everywhere: Scores;
  plain: Scores;
  kinds: ReadonlyMap<string, Scores>;
  recall: RecallScores;
}

/** Figures of automatic recall. */
interface RecallScores {
  /** Share of what is shown that is evidence. */
  precision: number;
  /** Share of the questions that can be answered for which evidence is shown. */
  hit: number;
  /** Passages shown for each question, on average. */
  shown: number;
  /** Chance that a question that can be answered is told from one that cannot: by what belongs, and by what is given. */
  auc: { belonging: number; answering: number };
}

export function summaryOf({ found, everywhere, plain }: Measured): Summary {
  const answerable = found.filter(({ evidence }) => evidence.length > 0);
  const kinds = Map.groupBy(answerable, ({ kind }) => kind);
  return {
    scores: scoresOf(answerable),
    everywhere: scoresOf(everywhere.filter(({ evidence }) => evidence.length > 0)),
    plain: scoresOf(plain.filter(({ evidence }) => evidence.length > 0)),
    kinds: new Map([...kinds].map(([kind, each]) => [kind, scoresOf(each)])),
    recall: recallScores(found),
  };
}

function recallScores(found: readonly Judged[]): RecallScores {
  const recalled = found.map(({ evidence, shown }) => {
    const ids = shown.filter((each) => each.recalled).map(({ id }) => id);
    return { all: ids.length, right: ids.filter((id) => evidence.includes(id)).length, evidence };
  });
  const answerable = recalled.filter(({ evidence }) => evidence.length > 0);
  const all = recalled.reduce((sum, each) => sum + each.all, 0);
  return {
    precision: recalled.reduce((sum, { right }) => sum + right, 0) / Math.max(1, all),
    hit: answerable.filter(({ right }) => right > 0).length / Math.max(1, answerable.length),
    shown: all / Math.max(1, recalled.length),
    auc: {
      belonging: areaUnder(found, ({ shown }) => Math.max(0, ...shown.map(({ belonging }) => belonging))),
      answering: areaUnder(found, ({ answering }) => answering),
    },
  };
}

function areaUnder(found: readonly Judged[], sure: (each: Judged) => number): number {
  const can = found.filter(({ evidence }) => evidence.length > 0).map(sure);
  const cannot = found.filter(({ evidence }) => evidence.length === 0).map(sure);
  let won = 0;
  for (const one of can) for (const other of cannot) won += one > other ? 1 : one === other ? 0.5 : 0;
  return won / Math.max(1, can.length * cannot.length);
}
