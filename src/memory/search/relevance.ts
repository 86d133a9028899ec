/**
 * Decides whether a passage is about a question at all. A ranking always has a first result, even when
 * nothing relevant is known; this measures how much of the question occurs close together in the passage, and
 * how informative that is.
 */
import { isBareRequest, isQuestion } from "../text/bare-requests.ts";
import { isDateWord } from "../text/dates.ts";
import { callNames, isNamedIn } from "../text/names.ts";
import { lackingFor } from "./lacking.ts";
import type { Lexicon } from "./lexicon.ts";
import type { PreparedPassage, Surroundings } from "./prepared-passage.ts";
import type { ParsedQuery } from "./query.ts";
import type { Signals, Similarity } from "./signals.ts";
import { type Aliases, isAskers } from "./speakers.ts";
import { FEWEST } from "./statistics.ts";
import type { Word } from "./vocabulary.ts";

interface RelevanceInput {
  query: ParsedQuery;
  lexicon: Lexicon;
  surroundings: Surroundings;
  similarity: Similarity | undefined;
  /** Number of passages in the index. */
  total: number;
  aliases: Aliases;
  /** The asker's name, when several people speak. */
  asker?: string;
}

/** Words that are read as one thought in a document, and in a conversation, where several people share it. */
const THOUGHT = 50;
const EXCHANGE = 100;
const STEP = 12;
/**
 * Bonuses: a question that names a speaker is about their words; one about the asker's own things is about
 * what they told.
 */
const NAMED = 0.03;
const ONES_OWN = 0.03;
/** Share of the words that counts where the kind of answer that is asked for is not in the passage. */
const NOT_ASKED_FOR = 0.3;
/** Confidence in what was said in the time that is asked for, where nothing else is asked for. */
const OF_THAT_TIME = 0.2;
/**
 * Bonus for an embedder's similarity, by how far the passage stands out from the one at rank `BACKGROUND`.
 */
const OUTSTANDING = 0.2;
const BACKGROUND = 20;

/**
 * Weight of the shared words, times their share of the question, divided by the square of the highest
 * possible weight of a word: in a larger index more passages share a word or two with anything.
 */
export function relevanceTo(input: RelevanceInput): (candidate: PreparedPassage, signals: Signals) => number {
  const { query, lexicon, surroundings, total, aliases, similarity, asker } = input;
  const whole = lexicon.terms.reduce((sum, { telling }) => sum + telling, 0) || 1;
  const most = Math.log(1 + Math.max(total, FEWEST) / 0.5);
  const lacking = lackingFor(query);
  const standsOut = outstanding(similarity);
  const dateTerms = query.words.flatMap((word, term) => (isDateWord(word) ? [term] : []));
  return (candidate, { date }) => {
    if (query.time?.isRecap) return date > 0 ? OF_THAT_TIME : 0;
    const { id, kind, speaker, role, trust } = candidate.passage;
    const isTurn = kind === "turn";
    // An answer made of what came from outside has to belong by its own words: as a mere neighbour of what
    // belongs, it would taint the turn.
    const isAlone = !isTurn || (trust === "untrusted" && role === "assistant");
    const around = isAlone ? [candidate] : surroundings.window(candidate);
    // The words of a bare request are not about the answer beside it.
    const passages = around.filter((each) => each === candidate || !isRequest(each));
    const met = specialsIn(passages, lexicon);
    if (date > 0) for (const term of dateTerms) met[term] = 1;
    const words = passages.flatMap(({ spoken }) => spoken);
    const shared = mostShared(lexicon, words, { stretch: isTurn ? EXCHANGE : THOUGHT, met });
    const isNamed = speaker !== "" && callNames(speaker, aliases).some((name) => isNamedIn(name, query.key));
    const isOwn =
      query.ofOneself && (isAskers(candidate.passage, asker) || kind === "memory" || kind === "fact");
    const share = lacking(candidate).length > 0 ? NOT_ASKED_FOR : 1;
    return (
      (share * shared ** 2) / whole / most ** 2 +
      (isNamed ? NAMED : 0) +
      (isOwn ? ONES_OWN : 0) +
      standsOut(id)
    );
  };
}

function isRequest({ passage: { role, text } }: PreparedPassage): boolean {
  return role === "user" && !isQuestion(text) && isBareRequest(text);
}

/** No bonus when there are few passages, or when the passage has no vector yet. */
function outstanding(similarity: Similarity | undefined): (id: number) => number {
  const nearest = [...(similarity?.scores.values() ?? [])].sort((a, b) => b - a);
  const background = nearest[BACKGROUND];
  if (similarity === undefined || background === undefined) return () => 0;
  return (id) => OUTSTANDING * Math.max(0, (similarity.scores.get(id) ?? background) - background);
}

interface WindowCounts {
  /** Window size in words. */
  stretch: number;
  /** 1 for each term that occurs other than as a word. */
  met: Float32Array;
}

/** Maximum over all windows of the weight shared with the question. */
function mostShared(lexicon: Lexicon, words: readonly Word[], { stretch, met }: WindowCounts): number {
  const beforeLast = words.length - stretch;
  let best = 0;
  for (let start = 0; start === 0 || start < beforeLast + STEP; start += STEP) {
    best = Math.max(best, sharedBy(lexicon, words.slice(start, start + stretch), met));
  }
  return best;
}

/**
 * Unspaced characters and emoji, which are not among the words: 1 for each that occurs in one of the
 * passages.
 */
function specialsIn(passages: readonly PreparedPassage[], lexicon: Lexicon): Float32Array {
  const found = new Float32Array(lexicon.terms.length);
  for (const { passage } of passages) for (const term of lexicon.specials(passage.text)) found[term] = 1;
  return found;
}

function sharedBy(lexicon: Lexicon, words: readonly Word[], met: Float32Array): number {
  const found = Float32Array.from(met);
  for (const word of words) {
    const term = lexicon.termOf(word);
    if (term >= 0) found[term] = 1;
    const near = lexicon.nearOf(word);
    for (let at = 0; at < near.length; at += 2) {
      const other = near[at] as number;
      found[other] = Math.max(found[other] as number, near[at + 1] as number);
    }
  }
  return lexicon.terms.reduce((sum, { telling }, term) => sum + telling * (found[term] as number), 0);
}
