/** Tells texts that may ask for a time: a cheap look, before the rules for times are loaded. */
import { fold } from "./words.ts";

/** Beginnings of words; each date and each question of time has one of them, and other texts may. */
const OF_TIME =
  /\d|\b(?:when|first|last|lat|past|prev|earl|soon|next|then|order|sequ|chron|timeline|before|after|since|ago|back|until|till|between|from|how (?:long|much|many)|days?\b|week|month|year|to(?:day|night|morrow)|yest|(?:other|this) |new year|christ|most rec|fall|autumn|mon|tues|wed|thu|fri|sat|sun|wann|wie (?:lange|viele)|seit|vor|nach|bis|bevor|zwischen|zuerst|zuletzt|fruh|erste|davor|dana|und dann|reihenf|zeit|welche|letzt|verga|dies|kommend|heut|gest|morgen|uber|neulich|tag|woch|monat|jahr|die|don|mitt|sams|sonn|herb|weih|silv|neuj|anfang|mitte|ende|wievielt|quand|depuis|avant|apres|jusqu|entre|d'abord|en prem|plus tot|premi|derni|quel|l'ordre|combien|jour|semaine|mois|ans?\b|annee|l'an|hier|demain|aujour|ce|cet|l'autre|l'(?:ete|hiver|aut)|lun|mar|mer|jeu|ven|sam|dim|noel|saint-s|la saint|debut|fin|mi-|et (?:ensuite|puis)|jan|feb|fev|apr|avr|may|mai|jun|jul|jui|aug|aou|sep|oct|okt|nov|dec|dez|spring|summ|wint|somm|print|ete|hiver|am |im |le )/;

/** Longer texts are cut where the rules cut them. */
const MOST = 2_000;

export function mayAskForTime(text: string): boolean {
  return OF_TIME.test(fold(text.slice(0, MOST)).replaceAll("’", "'"));
}
