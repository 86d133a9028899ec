/** Words by which people say that something is no longer as it was, in English, German and French. */
import { fold } from "./words.ts";

const CHANGED =
  /\b(?:(?<!(?:day|week|month|year)s? )now|no longer|any ?more|instead|after all|changed|switch(?:ed|ing)?|(?:has|have|had|they|was|were|is|'s) moved|moved (?:to|forward|back|up)|postponed|cancelled|canceled|scrap|gave up|given up|takes? over|took over|replaced?s?|from now on|in the end|ended up|extended|extension|new (?:date|time|one|plan|title|number|address|price|limit|goal|name)|rais(?:e|ed)|lower(?:ed)|these days|by now|meanwhile|not when|decided|final(?:ly)?|jetzt|nun|nicht mehr|keine?[nrms]? mehr|stattdessen|statt|doch (?:nicht|lieber|erst|schon)|geandert|gewechselt|verschoben|verlegt|umgestiegen|ab sofort|inzwischen|mittlerweile|endgultig|letztlich|ubernimmt|ersetzt|erhoht|gesenkt|maintenant|desormais|ne? \S+ plus|finalement|a la place|au lieu|change|remplace|deplace|reporte|repousse|annule|dorenavant)\b/;
const OF_PAST =
  /\b(?:first|at first|original(?:ly)?|initial(?:ly)?|before|earlier|used to|old|zuerst|anfangs|ursprunglich|fruher|damals|vorher|d'abord|au debut|avant|initialement|ancien(?:ne)?|how did|so far|overview|summar\w*|zusammenfass\w*|resum\w*|bilan)\b/;

export function saysChanged(text: string): boolean {
  return CHANGED.test(fold(text));
}

/** Tells questions for what was, or how it came about, not for what is. */
export function asksForPast(question: string): boolean {
  return OF_PAST.test(fold(question));
}
