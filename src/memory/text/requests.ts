/** Messages that request an action: their verb names the action, not their subject. */
import { words } from "./words.ts";

/** Polite words before the verb. */
const POLITE = new Set(
  "please can could would will you hey hi ok okay nightjar bitte kannst konntest du peux pourrais tu puedes podrias puoi potresti".split(
    " ",
  ),
);
/** Verbs in the form used for requests, in the most written languages. */
const VERBS = new Set(
  (
    "use tell question write rewrite draft compose give put set switch turn translate book send make play show suggest recommend explain summarize summarise list add " +
    "create find call wake start stop open close buy order convert calculate count spell define fix correct plan schedule check draw generate help " +
    "remind read look search cancel delete move rename describe compare propose pick choose " +
    "schreib schreibe stell stelle mach mache gib ubersetze zeig zeige such suche spiel spiele rechne erinnere nenne erklare plane " +
    "ecris donne mets traduis fais montre cherche rappelle explique calcule " +
    "escribe dame pon traduce haz muestra busca recuerdame explica calcula scrivi dammi metti traduci fai mostra cerca ricordami spiega calcola"
  ).split(" "),
);

/** Undefined when the text does not begin with one. */
export function requestIn(text: string): string | undefined {
  const first = words(text).find((word) => !POLITE.has(word));
  return first !== undefined && VERBS.has(first) ? first : undefined;
}
