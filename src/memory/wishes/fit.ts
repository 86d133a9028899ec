/** Chooses the wishes that are put before an agent for a message. */
import type { Wish } from "../ports/model.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { kinOf } from "../text/inflections.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { plainWords } from "./plain-words.ts";

export type StandingWish = Pick<Wish, "id" | "kind" | "content" | "condition" | "said_at">;

const MOST = 5;
/** Places that wishes without a condition leave to those that fit. */
const FOR_FITTING = 2;
/** Share of a condition's telling words that a message has. */
const ENOUGH = 1 / 3;

/** Preferences about how an agent speaks hold always; others, such as for window seats, where they come up. */
const OF_ANSWERS =
  /\b(?:you|your|answers?|repl(?:y|ies)|responses?|explanations?|examples?|lists?|tables?|prose|paragraphs?|sentences?|emojis?|headings?|introductions?|summar\w+|spelling|bullet\w*|pseudocode|honesty|politeness|wording|tone|du|dich|dir|dein\w*|antwort\w*|erklarung\w*|beispiel\w*|listen?|tabellen?|fliesstext|absatze?|satze?|uberschrift\w*|einleitung\w*|rechtschreibung|ehrlichkeit|hoflichkeit|ton|tu|toi|tes|ta|ton|reponses?|explications?|exemples?|tableaux?|texte|phrases?|titres|introductions|orthographe|honnetete|politesse)\b/;
/** Words of asking and wanting, which say nothing of a subject. */
const ASKING = new Set(
  `ask asks asking mention say write send talk speak want need tell give show question questions answer answers prefer rather like love hate value really much always never
  whenever every time soon frage fragen erwahne schreibe sage rede spreche schicke mochte will brauche zeige immer nie mal jedes sobald falls bevorzuge lieber liebsten mag hasse schatze ziehe vor
  demande pose parle ecris dis mentionne envoie veux cherche chaque fois des quand lorsque prefere mieux aime aimerais adore deteste toujours jamais question questions propos`.split(
    /\s+/u,
  ),
);

/** Newest first, those without a condition before those that fit the message. */
export function fittingWishes(
  wishes: readonly StandingWish[],
  message: string,
  vectors?: Pick<WordVectors, "near">,
): StandingWish[] {
  const newest = [...wishes].sort((a, b) => b.said_at - a.said_at);
  const always = newest.filter((wish) => subjectOf(wish) === undefined);
  const said = saidIn(message);
  const fitting = newest.filter((wish) => {
    const subject = subjectOf(wish);
    return subject !== undefined && isAbout(said, subject, vectors);
  });
  const shown = fitting.slice(0, Math.max(FOR_FITTING, MOST - always.length));
  return [...always.slice(0, MOST - shown.length), ...shown];
}

/** Words that a message has to be about; undefined: the wish holds always. */
function subjectOf({ kind, content, condition }: StandingWish): string | undefined {
  if (condition !== "") return condition;
  return kind === "preference" && !OF_ANSWERS.test(plainWords(content)) ? content : undefined;
}

interface Said {
  all: readonly string[];
  stems: ReadonlySet<string>;
}

function saidIn(message: string): Said {
  const all = [...new Set(words(plainWords(message)))].filter(isTelling);
  return { all, stems: new Set(all.map(stemOf)) };
}

function isAbout(said: Said, subject: string, vectors: Pick<WordVectors, "near"> | undefined): boolean {
  const wanted = [...new Set(words(plainWords(subject)))].filter(isTelling);
  const met = wanted.filter((word) => isSaid(said, word, vectors));
  return met.length > 0 && met.length / wanted.length >= ENOUGH;
}

function isSaid({ all, stems }: Said, word: string, vectors: Pick<WordVectors, "near"> | undefined): boolean {
  if (stems.has(stemOf(word))) return true;
  const kin = kinOf(word);
  return (
    all.some((other) => kin(other) !== "none") ||
    (vectors?.near(word) ?? []).some((near) => stems.has(stemOf(near)))
  );
}

function isTelling(word: string): boolean {
  return word.length > 2 && !isStopword(word) && !isFunctionWord(word) && !ASKING.has(word);
}
