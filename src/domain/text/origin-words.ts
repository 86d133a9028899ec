/** Words for where an argument of a call comes from, and for what a turn has read, in chats. */
import type { Origin, OutsideContent } from "../provenance/provenance.ts";
import { toolWords } from "./approval-words.ts";
import { oneLine } from "./hidden-text.ts";
import type { Translate } from "./translated/for-people.ts";

const LONGEST_SENTENCE = 160;
const LONGEST_TITLE = 100;
const MOST_READ = 3;

/** English words for where a value comes from. */
export function originText({ from, tool, field_path, sentence }: Origin): string {
  const what = tool === undefined ? "what was read" : toolWords(tool);
  switch (from) {
    case "person":
      return "your words";
    case "field":
      return field_path === undefined
        ? `a field of ${what}`
        : `field ${code(field_path, LONGEST_TITLE)} of ${what}`;
    case "text":
      return sentence === undefined
        ? `text of ${what}`
        : `text of ${what}: ${code(sentence, LONGEST_SENTENCE)}`;
    case "memory":
      return "memory";
    case "made":
      return "made by the model";
    case "own":
      return "from Nightjar";
  }
}

/** The outside content that the turn has read, the newest first; empty when nothing is known of it. */
export function readLines(read: readonly OutsideContent[], say: Translate): string {
  const newest = read.slice(-MOST_READ).reverse();
  const rest = read.length - newest.length;
  const more = rest > 0 ? [`- ${say(`and ${rest} more`)}`] : [];
  return newest.length === 0
    ? ""
    : [say("It has read:"), ...newest.map((each) => readLine(each, say)), ...more].join("\n");
}

function readLine({ from, tool, title, at }: OutsideContent, say: Translate): string {
  const kind = say(NAMES[from]);
  const what = tool === undefined ? kind : `${kind} (${say(toolWords(tool))})`;
  const named = title === undefined ? "" : `: ${code(title, LONGEST_TITLE)}`;
  return `- ${what}${named}${at === undefined ? "" : `, ${at.slice(0, 10)}`}`;
}

const NAMES: Readonly<Record<OutsideContent["from"], string>> = {
  answer: "an answer",
  memory: "a memory",
  file: "a file",
  quote: "a quote",
  message: "somebody else's message",
  summary: "a summary of earlier messages",
  parent: "the task it was given",
};

function code(text: string, most: number): string {
  return `\`${oneLine(text.replaceAll("`", "'"), most) || " "}\``;
}
