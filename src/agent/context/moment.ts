/** The dynamic tier: what holds for this moment only. It stands on the newest message, and is dropped afterwards. */

import type { Source } from "../../domain/inbound.ts";
import { harmlessLine, markedLine } from "../../domain/text/foreign-text.ts";
import { offsetMinutes, offsetText } from "../../domain/time/zone.ts";
import type { RecalledItem } from "../ports/memory.ts";

export interface Moment {
  /** Of the turn's answer. */
  mark: string;
  /** ms since the epoch. */
  now: number;
  source: Source;
  /** IANA's name: where the person is; absent or null, they have not said. */
  time_zone?: string | null;
  /** BCP 47: what they like to be answered in. */
  language?: string | null;
  /** What is said of where the words came from. */
  framing: string;
  /** Whose words stand above, where several speak: lines. */
  voices?: readonly string[];
  recalled: readonly RecalledItem[];
  /** What else was recalled, as prose; all of it is trusted. */
  account?: string;
  /** What of the instructions above no longer holds, or is new: lines. */
  changes?: readonly string[];
  /** Skills whose words fit, whole: for a model that has no tools to load them with. */
  skills?: readonly string[];
}

/** By hand: asking the runtime's locale data takes longer than all the rest of this text. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Time, where the words came from, what changed, and the memories that may matter. */
export function dynamicText(moment: Moment): string {
  const { source, framing, language, voices = [], changes = [], skills = [] } = moment;
  const author = source.sender_name ? ` Their name: ${harmlessLine(source.sender_name)}.` : "";
  const lines = [`Now: ${timeText(moment)}.`, `${framing}${author}`.trim(), ...voices];
  if (language) lines.push(`Answer in the language they write in; where that is not clear, in ${language}.`);
  if (changes.length > 0) lines.push("Since your instructions were written:", ...changes.map(harmlessLine));
  const remembered = memoryLines(moment);
  if (remembered.length > 0) lines.push("Memories that may matter:", ...remembered);
  lines.push(...skills.map((skill) => skill.replaceAll(/<\/?context>/gi, "")));
  return `<context>\n${lines.filter((line) => line !== "").join("\n")}\n</context>`;
}

function memoryLines({ recalled, account, mark }: Moment): string[] {
  const told = account === undefined ? [] : [`- ${harmlessLine(account)}`];
  return [...told, ...recalled.map((item) => memoryLine(item, mark))];
}

/** As the clock of the person shows it, so that "tomorrow at nine" is theirs. */
function timeText({ now, time_zone }: Moment): string {
  const offset = time_zone ? offsetMinutes(time_zone, now) : 0;
  const shown = new Date(now + offset * 60_000);
  const time = `${DAYS[shown.getUTCDay()]}, ${shown.toISOString().slice(0, 16).replace("T", " ")}`;
  return time_zone ? `${time} in ${time_zone} (UTC${offsetText(offset)})` : `${time} UTC`;
}

/**
 * With the title of where it was said only within the marks, or of the platform's own kinds of memory: a title may be
 * made of anybody's words.
 */
function memoryLine({ text, source, kind, at, untrusted }: RecalledItem, mark: string): string {
  const day = at ? dayText(at) : "";
  const place = (parts: string[]) => (parts.some(Boolean) ? ` (${parts.filter(Boolean).join(", ")})` : "");
  if (untrusted) return `- ${markedLine(`${text}${place([source, day])}`, { mark, source: OUTSIDE })}`;
  const isNamed = kind === "memory" || kind === "fact" || kind === "episode" || kind === "commitment";
  return `- ${harmlessLine(text)}${place([isNamed ? source.toLowerCase() : "", day])}`;
}

/** "2 March 2026". */
function dayText(at: string): string {
  const month = MONTHS[Number(at.slice(5, 7)) - 1];
  return month === undefined ? "" : `${Number(at.slice(8, 10))} ${month} ${at.slice(0, 4)}`;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const OUTSIDE = "memory";

/** Known by the text alone, since that is what a resumed turn has. No other words in it can read so. */
export function holdsUntrusted(dynamic: string): boolean {
  return /<untrusted(?:-[a-z0-9]+)? source="memory">/.test(dynamic);
}
