/** Page-long answers of an assistant: they take up the person's words, give advice under headings, and ask on. */
import type { Said, WrittenTalk } from "./talk-file.ts";

/** Draws from lists; the same numbers for the same seed. */
export interface Draw {
  number(below: number): number;
  one<T>(list: readonly T[]): T;
}

export function drawFrom(seed: number): Draw {
  let state = seed;
  const number = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return {
    number,
    one(list) {
      const chosen = list[number(list.length)];
      if (chosen === undefined) throw new Error("nothing to draw from");
      return chosen;
    },
  };
}

const OPENINGS = [
  "Thanks for the update.",
  "That helps a lot.",
  "Good question, and there is more than one way to look at it.",
  "Let me take this apart step by step.",
  "I see what you are after.",
];
const TAKEN_UP = ["As I understand it,", "You say that", "So", "Noted:", "To put it in my words:"];
const REMEMBERED = [
  "Earlier you told me:",
  "This also touches on what you wrote before:",
  "Keep in mind that",
];
const CLOSINGS = [
  "Shall I go deeper into MATTER next?",
  "Would you like a checklist for MATTER?",
  "If you tell me more about MATTER, I can be more precise.",
  "Let me know how it goes, above all with MATTER.",
];
const HEADINGS = [
  "MATTER: the basics",
  "What to know about MATTER",
  "Common mistakes with MATTER",
  "A plan for MATTER",
];
/** Characters: the median of real answers is about 3,400. */
const SHORTEST = 1_600;
const VARYING = 2_800;
const PRONOUNS: Record<string, string> = {
  i: "you",
  "i'm": "you're",
  "i've": "you've",
  "i'd": "you'd",
  "i'll": "you'll",
  my: "your",
  me: "you",
  mine: "yours",
  we: "you",
  "we've": "you've",
  our: "your",
  us: "you",
  am: "are",
};

interface Reply {
  talk: WrittenTalk;
  /** The message that is answered. */
  text: string;
  answer: string | undefined;
  /** Words of the person that the page answers. */
  before: readonly Said[];
}

export function answerPage(draw: Draw, { talk, text, answer, before }: Reply): string {
  const blocks = [`${draw.one(OPENINGS)} ${draw.one(TAKEN_UP)} ${takenUp(text)}`];
  const length = SHORTEST + draw.number(VARYING);
  while (blocks.join("\n\n").length < length) blocks.push(section(draw, talk));
  if (before.length > 0 && draw.number(2) === 0) {
    blocks.push(`${draw.one(REMEMBERED)} ${takenUp(draw.one(before).text)}`);
  }
  if (answer !== undefined) blocks.splice(1 + draw.number(blocks.length), 0, answer);
  blocks.push(filled(draw, draw.one(CLOSINGS), talk));
  return blocks.join("\n\n");
}

/** The person's words, said back to them. */
function takenUp(text: string): string {
  return text.replace(/[\p{L}’']+/gu, (word) => PRONOUNS[word.toLowerCase()] ?? word);
}

function section(draw: Draw, talk: WrittenTalk): string {
  const heading = `## ${capital(filled(draw, draw.one(HEADINGS), talk))}`;
  const sentences = Array.from({ length: 3 + draw.number(4) }, () => draw.one(talk.advice));
  const isList = draw.number(2) === 0;
  const body = sentences.map((each, index) =>
    each.startsWith("```")
      ? `\n${each}\n`
      : isList
        ? `${index + 1}. **${capital(draw.one(talk.matters))}**: ${each}`
        : each,
  );
  return `${heading}\n\n${body.join(isList ? "\n" : " ")}`;
}

function filled(draw: Draw, text: string, talk: WrittenTalk): string {
  return text.replace("MATTER", draw.one(talk.matters));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
