/** Detects messages that only ask for something to be done or told: there is nothing in them to remember. */
import { requestIn } from "./requests.ts";
import { words } from "./words.ts";

const MOST_WORDS = 12;
const PLEASE = new Set(
  "please bitte por favor piacere svp alstublieft prosze prosim пожалуиста lutfen".split(" "),
);
/** Requests to remember say what is to be remembered. */
const KEEPS =
  /(?<!\p{L})(?:remember|note|notice|keep|save|store|remind\p{L}*|merk\p{L}*|notier\p{L}*|erinner\p{L}*|retiens|retenez|rappelle\p{L}*|recuerda\p{L}*|ricorda\p{L}*|запомни\p{L}*|my|mine|our|i|we|mein\p{L}*|unser\p{L}*|ich|wir|mon|ma|mes|notre|nos|je|mis|yo|mio|mia|мой|моя|мою|мне|я)(?!\p{L})/iu;
const QUESTIONS = /^[^.!?。！？]*[?？]\s*$/u;

export function isQuestion(text: string): boolean {
  return /[?？]/u.test(text);
}

/** A short question or request that says nothing of its writer. */
export function isBareRequest(text: string): boolean {
  const all = words(text);
  if (all.length > MOST_WORDS || KEEPS.test(text)) return false;
  return QUESTIONS.test(text) || requestIn(text) !== undefined || all.some((word) => PLEASE.has(word));
}
