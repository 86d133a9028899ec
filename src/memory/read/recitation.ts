/**
 * Removes recitations. An agent that is asked about its memory answers with it, and that answer is indexed
 * like any other; recalled later, it would pass as evidence for what it only repeats, and be repeated again.
 */
import type { Passage } from "../ports/model.ts";
import { extraQueryTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";

/** Words for talking about memory, which carry no information, in addition to the stopwords. */
const FRAME = new Set(
  "according earlier gladly mention memory memories note noted okay previously recall recalled remembered sure told yes".split(
    " ",
  ),
);
/** Recitations are brief; longer answers are not compared. */
const LONGEST = 1_000;
const NEGATION = /\b(?:not|no|never|cannot|without|nothing)\b|n['’]t\b/i;

/**
 * Drops agents' answers that add nothing to the other `hits` or to `known`; the order stays. Of answers that
 * only repeat each other, the first stays.
 */
export function withoutRecitations<T extends { passage: Passage }>(
  hits: readonly T[],
  known: readonly T[] = [],
): T[] {
  if (!hits.some(({ passage }) => mayRecite(passage))) return [...hits];
  const all = [...hits, ...known].map(({ passage }) => passage);
  const frame = new Set(all.flatMap(({ speaker, said_at }) => [...words(speaker), ...dayOf(said_at)]));
  const stated = all.filter((passage) => !isAgents(passage)).flatMap(statementsOf);
  return hits.filter(({ passage }) => {
    if (!isAgents(passage)) return true;
    const statements = statementsOf(passage);
    if (
      mayRecite(passage) &&
      statements.length > 0 &&
      statements.every((each) => isStated(each, stated, frame))
    )
      return false;
    stated.push(...statements);
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

/** A quote may name its date, which is not new information. */
function dayOf(said_at: number | undefined): string[] {
  return said_at === undefined ? [] : words(new Date(said_at).toISOString().slice(0, 10));
}

/** One per sentence. A question states nothing. */
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

function isStated(statements: Statement, stated: readonly Statement[], frame: ReadonlySet<string>): boolean {
  const own = [...statements.words].filter((word) => !frame.has(word));
  return stated.some(
    (known) => known.isNegative === statements.isNegative && own.every((word) => known.words.has(word)),
  );
}
