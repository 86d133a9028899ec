/**
 * Detects signs of crisis by wording alone: a first check without a model, before a router reads the whole
 * message. Pure, and linear in the length of the text.
 */
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";
import type { Wording } from "./wording.ts";

/** `certain`: the speaker says that they may die or be hurt now. `possible`: a closer look is needed. */
export type Signs = "none" | "possible" | "certain";

const LANGUAGES: readonly Wording[] = [ENGLISH, GERMAN, FRENCH, SPANISH];
/** How much of a long text is read, from its beginning and its end: people mention danger there. */
const READ = 4_000;

export function signsOf(text: string): Signs {
  const manners = LANGUAGES.flatMap(({ harmless }) => harmless);
  // All languages are checked: people mix them, and some words exist in several.
  const meant = manners.reduce((rest, manner) => rest.replace(manner, " , "), plainText(text));
  // Quoted text may be somebody else's words, a song or a film, so it counts as `possible` at most.
  const own = meant.replace(/"[^"]{0,300}"/g, " , ");
  const found = LANGUAGES.map((wording) => signsIn(wording, meant, own));
  if (found.includes("certain")) return "certain";
  return found.includes("possible") ? "possible" : "none";
}

function signsIn({ certain, possible, past }: Wording, meant: string, own: string): Signs {
  if (certain.some((sign) => sign.test(own))) return past.test(own) ? "possible" : "certain";
  const isMentioned = [...certain, ...possible].some((sign) => sign.test(meant));
  return isMentioned ? "possible" : "none";
}

/** Lower case without accents, one kind of quotes, single spaces. */
function plainText(text: string): string {
  const read = text.length <= READ * 2 ? text : `${text.slice(0, READ)} ${text.slice(-READ)}`;
  return read
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\s_*~]+/g, " ");
}
