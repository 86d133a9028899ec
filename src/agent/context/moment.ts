/** The dynamic tier: what holds for this moment only. It stands on the newest message, and is dropped afterwards. */
import type { Source } from "../../domain/inbound.ts";
import type { RecalledItem } from "../ports/memory.ts";

export interface Moment {
  /** ms since the epoch. */
  now: number;
  source: Source;
  /** What is said of where the words came from. */
  framing: string;
  recalled: readonly RecalledItem[];
  /** What of the instructions above no longer holds, or is new: lines. */
  changes?: readonly string[];
  /** Skills whose words fit, whole: for a model that has no tools to load them with. */
  skills?: readonly string[];
}

/** By hand: asking the runtime's locale data takes longer than all the rest of this text. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Time, where the words came from, what changed, and the memories that may matter. */
export function dynamicText({ now, source, framing, recalled, changes = [], skills = [] }: Moment): string {
  const time = new Date(now).toISOString().slice(0, 16).replace("T", " ");
  const day = DAYS[new Date(now).getUTCDay()];
  const author = source.sender_name ? ` Their name: ${quoted(source.sender_name)}.` : "";
  const lines = [`Now: ${day}, ${time} UTC.`, `${framing}${author}`];
  if (changes.length > 0) lines.push("Since your instructions were written:", ...changes.map(quoted));
  if (recalled.length > 0) lines.push("Memories that may matter:", ...recalled.map(memoryLine));
  lines.push(...skills.map((skill) => skill.replaceAll(/<\/?context>/gi, "")));
  return `<context>\n${lines.join("\n")}\n</context>`;
}

function memoryLine(item: RecalledItem): string {
  const when = item.at ? ` (${item.at.slice(0, 10)})` : "";
  const text = quoted(item.text);
  return `- ${item.untrusted ? `${OUTSIDE}${text}</untrusted>` : text}${when}`;
}

/** Before what came from outside; nothing else in the text of a moment reads so. */
const OUTSIDE = '<untrusted source="memory">';

/** Known by the text alone, since that is what a resumed turn has. */
export function holdsUntrusted(dynamic: string): boolean {
  return dynamic.includes(OUTSIDE);
}

/** On one line, and unable to end the block and speak as somebody else. */
function quoted(text: string): string {
  return text
    .replaceAll(/<\/?(?:context|untrusted)\b[^>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
}
