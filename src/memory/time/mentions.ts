/** Finds the dates that a text names, in English, German and French. */
import { fold } from "../text/words.ts";
import type { Days } from "./calendar.ts";
import type { Reading } from "./meanings.ts";
import { RULES } from "./rules.ts";

export interface Mention {
  days: Days;
  /** Place in the text without accents. */
  at: number;
  end: number;
  text: string;
}

/** Longer texts are cut: what is told in a line stands at its beginning. */
const MOST = 2_000;
/** Any word of time has one of these. */
const ANY =
  /\d|day|we[ec]k|month|year|last|past|ago|ening|morn|morr|night|tag|woche|mittw|monat|jahr|letzt|gest|heut|morg|vor|hier|main|mois|jour|\ban|de[rm]|jan|feb|fev|mar|apr|avr|ma[iy]|ju[nil]|aug|aout|sep|o[ck]t|nov|de[cz]|summ|wint|ring|tumn|fall|somm|fruh|herbst|ete|hiver|temps|di\b|matin|soir|lich|recen|weihn|noel|chris|s[iy]l|manche|tomne/;
const OF_FUTURE =
  /\b(?:will|going to|ll|won.?t|must|have to|has to|appointment|booked|werde[nt]?|wird|muss|mussen|termin|vais|va|allons|dois|doit|rendez-vous)\b/;
/** "hier" is French for yesterday, and German for here. */
const GERMAN = /\b(?:ich|wir|was|ist|haben?|hat|und|der|das|nicht|von|mit|habe|sind|gibt|wie|wo|wann)\b/;

export function asRead(text: string): string {
  return fold(text.slice(0, MOST)).replaceAll("’", "'").replaceAll("\u00a0", " ");
}

export function isOfFuture(read: string): boolean {
  return OF_FUTURE.test(read);
}

/** Mentions in the order of the text. `read` is the text `asRead`. */
export function mentionsIn(read: string, reading: Reading): Mention[] {
  if (!ANY.test(read)) return [];
  const found: Mention[] = [];
  let rest = read;
  for (const { pattern, days } of RULES) {
    if (!pattern.test(rest)) continue;
    pattern.lastIndex = 0;
    for (const match of rest.matchAll(pattern)) {
      const groups = { ...match.groups, 0: match[0] };
      if (match.groups?.hier !== undefined && GERMAN.test(read)) continue;
      const meant = days(groups, reading);
      if (meant === undefined) continue;
      const end = match.index + match[0].length;
      found.push({ days: meant, at: match.index, end, text: match[0] });
      rest = rest.slice(0, match.index) + " ".repeat(match[0].length) + rest.slice(end);
    }
    pattern.lastIndex = 0;
  }
  return found.sort((a, b) => a.at - b.at);
}
