/**
 * The dynamic tier: facts that hold for this turn only. It stands on the newest message, and is dropped
 * afterwards.
 */

import type { Source } from "../../domain/inbound.ts";
import { harmlessLine, markedLine } from "../../domain/text/foreign-text.ts";
import { offsetMinutes, offsetText } from "../../domain/time/zone.ts";
import type { RecalledItem } from "../ports/memory.ts";
import { RECALLED_MEMORY, STANDING_WISHES } from "./memory-headings.ts";

export interface Moment {
  /** Mark of the turn's answer. */
  mark: string;
  /** ms since the epoch. */
  now: number;
  source: Source;
  /** IANA name of the person's time zone; absent or null: not set. */
  time_zone?: string | null;
  /** BCP 47 tag of the language that the person wants answers in. */
  language?: string | null;
  /** A sentence about where the message came from. */
  framing: string;
  /** Lines that name the speakers of the messages above, when there are several. */
  voices?: readonly string[];
  /** Standing wishes and preferences that fit, in the person's own words. */
  wishes?: readonly string[];
  recalled: readonly RecalledItem[];
  /** Further recalled memories, as prose; all of it is trusted. */
  account?: string;
  /** Lines about instructions above that no longer hold, or are new. */
  changes?: readonly string[];
  /** Matching skills in full: for a model that has no tools to load them with. */
  skills?: readonly string[];
}

/** English names, written here: asking the runtime's locale data takes longer than all the rest of this text. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The time, the message's origin, changes, and memories that may matter. */
export function dynamicText(moment: Moment): string {
  const { source, framing, language, voices = [], changes = [], wishes = [], skills = [] } = moment;
  const author = source.sender_name ? ` Their name: ${harmlessLine(source.sender_name)}.` : "";
  const lines = [`Now: ${timeText(moment)}.`, `${framing}${author}`.trim(), ...voices];
  if (language) lines.push(`Answer in the language they write in; where that is not clear, in ${language}.`);
  if (changes.length > 0) lines.push("Since your instructions were written:", ...changes.map(harmlessLine));
  if (wishes.length > 0) lines.push(STANDING_WISHES, ...wishes.map((wish) => `- ${harmlessLine(wish)}`));
  const remembered = memoryLines(moment);
  if (remembered.length > 0) lines.push(RECALLED_MEMORY, ...remembered);
  if (moment.recalled.some(({ n }) => n !== undefined)) lines.push(CITE_MEMORIES);
  lines.push(...skills.map((skill) => skill.replaceAll(/<\/?context>/gi, "")));
  return `<context>\n${lines.filter((line) => line !== "").join("\n")}\n</context>`;
}

const CITE_MEMORIES = "Cite a memory that you use by its number, in brackets.";

function memoryLines({ recalled, account, mark }: Moment): string[] {
  const accountLines = account === undefined ? [] : [`- ${harmlessLine(account)}`];
  return [...accountLines, ...recalled.map((item) => memoryLine(item, mark))];
}

/** The time in the person's time zone, so that "tomorrow at nine" is theirs. */
function timeText({ now, time_zone }: Moment): string {
  const offset = time_zone ? offsetMinutes(time_zone, now) : 0;
  const shown = new Date(now + offset * 60_000);
  const time = `${DAYS[shown.getUTCDay()]}, ${shown.toISOString().slice(0, 16).replace("T", " ")}`;
  return time_zone ? `${time} in ${time_zone} (UTC${offsetText(offset)})` : `${time} UTC`;
}

/**
 * Shows the source's title only within the marks, or when it is one of the platform's own kinds of memory:
 * other titles may be anybody's words.
 */
function memoryLine({ text, source, kind, at, when, untrusted, n }: RecalledItem, mark: string): string {
  const begins = n === undefined ? "-" : `- [${n}]`;
  const day = when ?? (at ? dayText(at) : "");
  const place = (parts: string[]) => (parts.some(Boolean) ? ` (${parts.filter(Boolean).join(", ")})` : "");
  if (untrusted)
    return `${begins} ${markedLine(`${text}${place([source, day])}`, { mark, source: OUTSIDE })}`;
  const isNamed = kind === "memory" || kind === "fact" || kind === "episode" || kind === "commitment";
  return `${begins} ${harmlessLine(text)}${place([isNamed ? source.toLowerCase() : "", day])}`;
}

/** Formats a day: "2 March 2026". */
function dayText(at: string): string {
  const month = MONTHS[Number(at.slice(5, 7)) - 1];
  return month === undefined ? "" : `${Number(at.slice(8, 10))} ${month} ${at.slice(0, 4)}`;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const OUTSIDE = "memory";

/** Tells by the text alone, since that is all a resumed turn has. No other words in it can look like this. */
export function holdsUntrusted(dynamic: string): boolean {
  return /<untrusted(?:-[a-z0-9]+)? source="memory">/.test(dynamic);
}
