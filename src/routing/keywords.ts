/** Keywords of agents, indexed so that a message is scanned once, however many there are. */
import { type Agent, isOffered } from "../domain/agent.ts";
import type { Principal } from "../domain/principal.ts";

type KeywordOwner = Pick<Agent, "slug" | "owner" | "audience"> & { keywords: readonly string[] };

interface KeywordHit {
  agent: string;
  /** The keyword as its agent has it. */
  word: string;
}

interface Phrase extends KeywordHit {
  of: KeywordOwner;
  /** The keyword's words, folded. */
  words: readonly string[];
}

/**
 * Longer keywords are tried first, because the most specific one decides; ties go to the agent that comes
 * first by name.
 */
export class Keywords {
  private readonly byFirst = new Map<string, Phrase[]>();

  constructor(agents: readonly KeywordOwner[]) {
    for (const agent of agents) for (const word of agent.keywords) this.add(agent, word);
    for (const phrases of this.byFirst.values()) phrases.sort(byPrecision);
  }

  /** The agent that the text leads to, among those available to the sender. */
  in(text: string, who: Principal): KeywordHit | undefined {
    const words = wordsOf(text);
    let best: Phrase | undefined;
    for (const [at, word] of words.entries()) {
      const found = this.byFirst
        .get(word)
        ?.find((phrase) => stands(phrase, words, at) && isOffered(phrase.of, who));
      if (found && (!best || byPrecision(found, best) < 0)) best = found;
    }
    return best && { agent: best.agent, word: best.word };
  }

  private add(of: KeywordOwner, word: string): void {
    const words = wordsOf(word);
    const [first] = words;
    if (first === undefined) return;
    const phrases = this.byFirst.get(first) ?? [];
    phrases.push({ agent: of.slug, of, word, words });
    this.byFirst.set(first, phrases);
  }
}

function stands({ words }: Phrase, text: readonly string[], at: number): boolean {
  return words.every((word, offset) => text[at + offset] === word);
}

function byPrecision(a: Phrase, b: Phrase): number {
  return b.words.length - a.words.length || compare(a.agent, b.agent) || compare(a.word, b.word);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Only the beginning of a longer message is scanned. */
const MAX_CHARACTERS = 4_000;

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}";
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, "gu");

function wordsOf(text: string): string[] {
  return text.slice(0, MAX_CHARACTERS).normalize("NFKC").toLowerCase().match(WORD) ?? [];
}
