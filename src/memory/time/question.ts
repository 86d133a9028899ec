/** Recognises questions of order and time, and the events that they name, in English, German and French. */
import { isStopword } from "../text/stopwords.ts";
import { words } from "../text/words.ts";
import { asRead } from "./mentions.ts";

/**
 * `order`: what came before what; `distance`: how long between, or ago; `end`: the first or the last time; `point`:
 * when it was.
 */
export type TimeKind = "order" | "distance" | "end" | "point";

const IN_ORDER =
  /\b(?:in (?:what|which) order|order of|sequence of|chronolog\w*|timeline|in welcher reihenfolge|welche reihenfolge|reihenfolge|zeitlich\w*|zeitstrahl|(?:dans )?quel ordre|l'ordre)\b/;
const COMPARED =
  /\b(?:(?:(?<!at )first|earlier|sooner|later)(?=[,:]|\s*\??$)|(?:came|come|comes|happened|happens|was|were) (?:first|earlier|sooner)|what (?:came|happened) (?:next|then|after)|before or after|after or before|zuerst|als erstes|war fruher|fruher[,:]|vor oder nach(?:dem)?|nach oder vor|davor oder danach|bevor oder nachdem|en premier|d'abord|plus tot|avant ou apres|apres ou avant)\b|\bfruher,|\bearlier,/;
const DISTANCE =
  /\b(?:how (?:long|much time)|how many (?:days|weeks|months|years)|days? (?:between|since|after|before|passed)|wie lange?|wie viele? (?:tage|wochen|monate|jahre|zeit)|combien de (?:temps|jours|semaines|mois|annees)|combien d'annees|depuis combien)\b/;
const OF_TIME =
  /\b(?:between|since|ago|passed|after|before|from|until|take|took|been|zwischen|seit|her|vergangen|verging\w*|lag(?:en)?|nach|vor|bis|dauert\w*|entre|depuis|ecoule\w*|s'est|apres|avant|y a)\b/;
const POINT =
  /\b(?:when|since when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|wann|seit wann|welche[mnrs]? (?:tag|datum|monat|jahr)|wievielten?|quand|depuis quand|quel(?:le)? (?:jour|date|mois|annee))\b/;
const END =
  /\b(?:(?:first|last|latest|most recent) (?:time|tell|told|mention|talk|say|said)|did (?:i|we|you) (?:first|last)|most recently|(?:erste|letzte)[nms]? mal|zuletzt|(?:premiere|derniere) fois|dernierement)\b/;
const ASKS_WHEN = /^(?:and |und |et )?(?:since |until |seit |bis |depuis |jusqu'a )?(?:when|wann|quand)\b/;

const SPLITS = [
  / (?:before or after|after or before|vor oder nach(?:dem)?|nach oder vor|bevor oder nachdem|avant ou apres(?: que)?|apres ou avant) /,
  /(?: or |,? oder |,? ou (?:bien )?)/,
];
const BETWEEN = /\b(?:between|zwischen|entre)\b(.+?)\b(?:and|und|et)\b(.+)/;
const FROM_TO =
  /\b(?:from|since|von|vom|seit|de|du|depuis)\b(.+?)\b(?:to|until|till|bis|a|au|jusqu.\w+)\b(.+)/;
const AFTER = /\b(?:after|before)\b(.+?)\b(?:did|was|were|had|came|until)\b(.+)/;
const SINCE = /\b(?:since|seit|depuis)\b(.+?)\b(?:when|als|quand|lorsque)\b(.+)/;
const LIST = /,| and | und | et | or | oder | ou /;
const MOST_PARTS = 4;
/** Say only how the events are asked for. */
const OF_QUESTION = new Set(
  `first earlier later last sooner next came come comes happen happened happens order sequence events event which what was were did
  days day weeks week months month years year passed between since ago long many time times take took timeline before after
  welcher welche welches reihenfolge zuerst fruher spater kam kamen war waren wurde wurden passierte passiert geschah was ist hat habe haben ich
  tage tag wochen monate jahre lange viele vergingen vergangen lagen lag liegen zwischen seit und oder der die das den dem des mein meine
  meinen meinem meiner wir unser unsere ein eine einen einem einer im in am um zu zum zur von vom mit mal
  quel ordre premier d abord tot ou et est ce qui que qu a ai as le la les l de des du un une mon ma mes notre nos je j on nous s arrive arrivee passe
  combien temps jours semaines mois annees ecoule entre depuis avant apres en dans puis ensuite`.split(/\s+/),
);

/** Undefined: the question does not ask for a time. */
export function timeKindOf(question: string): TimeKind | undefined {
  const read = asRead(question).trim();
  if (END.test(read)) return "end";
  if (ASKS_WHEN.test(read) && !DISTANCE.test(read)) return "point";
  if (IN_ORDER.test(read) || COMPARED.test(read)) return "order";
  if (DISTANCE.test(read) && OF_TIME.test(read)) return "distance";
  return POINT.test(read) ? "point" : undefined;
}

/** The events that a question of order or distance names, each as words to search for; none: only one. */
export function eventsIn(question: string, kind: TimeKind): string[] {
  if (kind === "point" || kind === "end") return [];
  const read = asRead(question).replace(/[?!.]+\s*$/, "");
  const found = kind === "order" ? ordered(read) : apart(read);
  const telling = found.map(tellingWords).filter((each) => each !== "");
  return telling.length < 2 || new Set(telling).size < 2 ? [] : telling.slice(0, MOST_PARTS);
}

function ordered(read: string): string[] {
  for (const split of SPLITS) {
    const [left = "", right, more] = read.split(split);
    if (right !== undefined && more === undefined) return [left, right];
  }
  return IN_ORDER.test(read) ? read.split(LIST) : [];
}

function apart(read: string): string[] {
  const match = [BETWEEN, SINCE, FROM_TO, AFTER].map((each) => each.exec(read)).find((each) => each !== null);
  return match ? match.slice(1) : [];
}

function tellingWords(text: string): string {
  return words(text)
    .filter((word) => !isStopword(word) && !OF_QUESTION.has(word))
    .join(" ");
}
