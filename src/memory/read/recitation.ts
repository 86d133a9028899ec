/**
 * An agent that is asked what it remembers says it, and that answer is indexed like any other. Offered as a memory it
 * would stand for what it only repeats, and be repeated in its turn.
 */
import type { Passage } from "../ports/model.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";

/** Words by which memory is spoken of, beside those that tell nothing anyway. */
const FRAME = new Set(
  "according earlier gladly mention memory memories note noted okay previously recall recalled remembered sure told yes".split(
    " ",
  ),
);
/** Who only recites is brief; more is not looked through word by word. */
const LONGEST = 1_000;
const NEGATION = /\b(?:not|no|never|cannot|without|nothing)\b|n['’]t\b/i;

/**
 * Without the agents' answers that say nothing beyond what stands elsewhere among `hits` or in `known`, in the same
 * order. Of answers that say the same as each other, and nobody else says it, the first stays.
 */
export function withoutRecitations<T extends { passage: Passage }>(
  hits: readonly T[],
  known: readonly T[] = [],
): T[] {
  if (!hits.some(({ passage }) => mayRecite(passage))) return [...hits];
  const all = [...hits, ...known].map(({ passage }) => passage);
  const frame = new Set(all.flatMap(({ speaker, said_at }) => [...words(speaker), ...dayOf(said_at)]));
  const told = all.filter((passage) => !isAgents(passage)).flatMap(statementsOf);
  return hits.filter(({ passage }) => {
    if (!isAgents(passage)) return true;
    const said = statementsOf(passage);
    if (mayRecite(passage) && said.length > 0 && said.every((each) => isTold(each, told, frame)))
      return false;
    told.push(...said);
    return true;
  });
}

interface Statement {
  words: ReadonlySet<string>;
  isNegative: boolean;
}

function isAgents({ kind, role }: Passage): boolean {
  return kind === "turn" && role === "assistant";
}

function mayRecite(passage: Passage): boolean {
  return isAgents(passage) && passage.text.length <= LONGEST;
}

/** What is quoted is named by who said it and when: that is nothing new. */
function dayOf(said_at: number | undefined): string[] {
  return said_at === undefined ? [] : words(new Date(said_at).toISOString().slice(0, 10));
}

/** One a sentence. A question states nothing. */
function statementsOf({ text }: Passage): Statement[] {
  return (text.match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? [])
    .filter((sentence) => !/[?？]\s*$/u.test(sentence))
    .map((sentence) => ({
      words: new Set(tellingWords(sentence)),
      isNegative: NEGATION.test(sentence),
    }));
}

function tellingWords(sentence: string): string[] {
  const spaced = words(sentence).filter((word) => !isUnspaced(word) && !isStopword(word) && !FRAME.has(word));
  return [...spaced.map(stemOf), ...extraQueryTokens(sentence)];
}

function isTold(said: Statement, told: readonly Statement[], frame: ReadonlySet<string>): boolean {
  const own = [...said.words].filter((word) => !frame.has(word));
  return told.some(
    (known) => known.isNegative === said.isNegative && own.every((word) => known.words.has(word)),
  );
}
