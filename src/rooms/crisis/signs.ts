/**
 * Whether words speak of danger, by the words alone: a first look that needs no model, in front of a router that reads the
 * whole. Pure, and linear in the length of the text.
 */
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";
import type { Wording } from "./wording.ts";

/** `certain`: somebody says of themselves that they may die or be hurt now. `possible`: a closer look is needed. */
export type Signs = "none" | "possible" | "certain";

const LANGUAGES: readonly Wording[] = [ENGLISH, GERMAN, FRENCH, SPANISH];
/** What is read of a long text: danger is said at its beginning or at its end. */
const READ = 4_000;

export function signsOf(text: string): Signs {
  const manners = LANGUAGES.flatMap(({ harmless }) => harmless);
  // People mix languages, and some words are the same in several.
  const meant = manners.reduce((rest, manner) => rest.replace(manner, " , "), plainText(text));
  // Somebody else's words, a line of a song, a film: what they quote is looked at more closely.
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

/** Small letters without accents, one kind of quotes, single spaces. */
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
