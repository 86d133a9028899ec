/** Tells whether a later wish contradicts an earlier one, so that the earlier ends. */
import { isFunctionWord } from "../text/function-words.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import { plainWords } from "./plain-words.ts";

/** Words of a wish, and the clause that limits it. */
export interface WishWords {
  content: string;
  condition: string;
}

/** Something that can be one way at a time, and the ways that it can be, as plain words say them. */
interface Topic {
  name: string;
  ways: readonly (readonly [way: string, said: RegExp])[];
}

const LANGUAGES: readonly (readonly [string, string])[] = [
  ["german", "german|deutsch|allemand"],
  ["english", "english|englisch|anglais"],
  ["french", "french|franzosisch|francais"],
  ["spanish", "spanish|spanisch|espagnol"],
  ["italian", "italian|italienisch|italien"],
  ["portuguese", "portuguese|portugiesisch|portugais"],
];

const TOPICS: readonly Topic[] = [
  {
    name: "length",
    ways: [
      [
        "short",
        /\b(?:short|brief|briefly|concise|terse|kurze?[nrs]?|knappe?[nr]?|court(?:e?s?)?|brefs?|breves?)\b/,
      ],
      [
        "long",
        /\b(?:at length|long|longer|detailed|in detail|ausfuhrliche?[nr]?|lange?[nr]?|en detail|detaillee?s?|longue?s?)\b/,
      ],
    ],
  },
  {
    name: "language",
    ways: LANGUAGES.map(([way, said]) => [
      way,
      new RegExp(`\\b(?:in|auf|en|only|nur) (?:plain |simple |einfachem )?(?:${said})\\b`),
    ]),
  },
  {
    name: "units",
    ways: [
      [
        "metric",
        /\b(?:metric|metrisch\w*|metrique\w*|kilomet\w+|kilogram\w*|celsius|grams|gramm|grammes|litres?|liter)\b/,
      ],
      ["imperial", /\b(?:imperial|miles?|meilen|pounds|fahrenheit|cups|inches|ounces|gallons)\b/],
    ],
  },
  {
    name: "address",
    ways: [
      ["formal", /\b(?:sieze?|siezen|vouvoie\w*|vouvoyer|formally|formal)\b/],
      ["informal", /\b(?:duze?|duzen|du zu mir|tutoie\w*|tutoyer|informally|informal)\b/],
    ],
  },
  {
    name: "spelling",
    ways: [
      ["british", /\bbritish\b/],
      ["american", /\bamerican\b/],
    ],
  },
];

const NAME =
  /\b(?:call me|address me|nenne? mich|nennen sie mich|mich \w+ nennen|appell?ez?-moi|m'appeler)\b/;
const NEGATED =
  /\b(?:never|not|don't|no|stop|avoid|without|hate|dislike|can't stand|nie|niemals|nicht|keine?[nr]?|hor auf|vermeide|ohne|jamais|ne|n'\w+|pas|plus de|arrete\w*|evite\w*|sans|deteste)\b/;
/** Words of wishing itself, which say nothing of what is wanted. */
const WISHING = new Set(
  `always never ever now on future use using write answer answers reply replies give want prefer rather like please again stop avoid make sure
  immer nie niemals jetzt ab bitte kunftig zukunft benutze verwende schreib schreibe antworte antworten antwort gib lieber bevorzuge mehr keine keinen nicht
  toujours jamais desormais dorenavant utilise ecris reponds reponse reponses donne prefere plus pas arrete evite`
    .split(/\s+/u)
    .map(stemOf),
);
const ALIKE = 0.6;

export function isContrary(later: WishWords, earlier: WishWords): boolean {
  const [one, other] = [plainWords(later.content), plainWords(earlier.content)];
  if (!isSameCase(later.condition, earlier.condition)) return false;
  if (NAME.test(one) && NAME.test(other) && !NEGATED.test(one)) return true;
  if (TOPICS.some((topic) => isOtherWay(topic, one, other))) return true;
  return NEGATED.test(one) !== NEGATED.test(other) && isAlike(one, other);
}

/** Whether the same wish was said again. */
export function isRepeated(later: WishWords, earlier: WishWords): boolean {
  return plainWords(later.content) === plainWords(earlier.content);
}

/** Whether the words lift the wish: they share most of what it says. */
export function isLifted(lift: string, { content }: WishWords): boolean {
  const [said, wished] = [tellingOf(plainWords(lift)), tellingOf(plainWords(content))];
  return [...wished].filter((word) => said.has(word)).length >= Math.max(1, wished.size / 2);
}

/** Both hold always, or their conditions share what they are about. */
function isSameCase(one: string, other: string): boolean {
  if (one === "" || other === "") return one === other;
  return isAlike(plainWords(one), plainWords(other));
}

function isOtherWay({ ways }: Topic, later: string, earlier: string): boolean {
  const wayOf = (text: string) => ways.filter(([, said]) => said.test(text)).map(([way]) => way);
  const [[way, ...more], [before, ...others]] = [wayOf(later), wayOf(earlier)];
  if (way === undefined || before === undefined || more.length > 0 || others.length > 0) return false;
  return (way === before) === (NEGATED.test(later) !== NEGATED.test(earlier));
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [tellingOf(one), tellingOf(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared / Math.min(a.size, b.size) >= ALIKE;
}

function tellingOf(plain: string): Set<string> {
  const telling = words(plain).filter(
    (word) => word.length > 2 && !isStopword(word) && !isFunctionWord(word),
  );
  return new Set(telling.map(stemOf).filter((stem) => !WISHING.has(stem)));
}
