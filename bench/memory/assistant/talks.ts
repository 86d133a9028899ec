/**
 * Eight talks of 150 messages with an assistant, and 367 questions with the messages that answer them. The
 * person's words and the questions are written; the pages of the answers are put together from written
 * sentences about the same subject, so that they share words with every question.
 */
import { readFileSync } from "node:fs";
import { answerPage, type Draw, drawFrom } from "./answer-page.ts";
import { parseTalk, type Said, type WrittenTalk } from "./talk-file.ts";

/** The halves: rules are chosen by the first, and the second tells how well they carry over. */
const CHOSEN_BY = ["kitchen", "running", "thesis", "webshop"];
const HELD_OUT = ["lisbon", "bakery", "novel", "garden"];
const EXCHANGES = 75;
const IN_SESSION = 5;
const SESSION_MS = 18 * 86_400_000;
const EXCHANGE_MS = 7 * 60_000;

export interface AssistantMessage {
  id: string;
  role: "user" | "assistant";
  speaker: string;
  at: number;
  text: string;
}

export interface AssistantQuestion {
  kind: string;
  text: string;
  /** Ids of messages; none: the talk does not tell. */
  evidence: readonly string[];
}

export interface AssistantTalk {
  id: string;
  heldOut: boolean;
  messages: readonly AssistantMessage[];
  questions: readonly AssistantQuestion[];
}

/** The same ones each time. */
export function assistantTalks(): AssistantTalk[] {
  return [...CHOSEN_BY, ...HELD_OUT].map((name, index) => {
    const file = readFileSync(new URL(`talks/${name}.txt`, import.meta.url), "utf8");
    return spoken(parseTalk(name, file), index + 1, HELD_OUT.includes(name));
  });
}

const ASKS = [
  "What should I look out for with MATTER?",
  "Can you go over MATTER once more? I got lost halfway.",
  "Somebody at work says MATTER is overrated. True?",
  "I read three different things about MATTER today, which one is right?",
  "And MATTER?",
  "How does MATTER go together with OTHER?",
  "Give me the short version of MATTER, I've got five minutes.",
  "I'm wondering whether I worry too much about MATTER.",
  "What do people usually get wrong about MATTER and OTHER?",
  "Let's talk about MATTER today, I've been putting it off.",
  "Is it normal that MATTER takes so long?",
  "I've changed something about MATTER and it seems better now. Why would that be?",
  "Could you explain MATTER as if I were twelve?",
  "When would you do MATTER, before OTHER or after?",
];

function spoken(talk: WrittenTalk, seed: number, heldOut: boolean): AssistantTalk {
  const draw = drawFrom(seed * 7_919);
  const messages: AssistantMessage[] = [];
  const ids = new Map<string, string>();
  conversation(draw, talk).forEach((said, index) => {
    const at =
      talk.from +
      Math.floor(index / IN_SESSION) * SESSION_MS +
      (index % IN_SESSION) * EXCHANGE_MS +
      9 * 3_600_000;
    const [asked, answered] = [`${talk.name}:${2 * index}`, `${talk.name}:${2 * index + 1}`];
    ids.set(said.label, asked).set(`${said.label}.a`, answered);
    const before = talk.said.filter(({ label }) => ids.has(label) && label !== said.label);
    const text = answerPage(draw, { talk, text: said.text, answer: said.answer, before });
    messages.push({ id: asked, role: "user", speaker: talk.person, at, text: said.text });
    messages.push({ id: answered, role: "assistant", speaker: "Nightjar", at: at + 20_000, text });
  });
  const questions = talk.questions.map((question) => ({
    ...question,
    evidence: question.evidence.map((label) => ids.get(label) ?? ""),
  }));
  return { id: talk.name, heldOut, messages, questions };
}

/** Mixes what is written, in its order, with questions that tell nothing of the person. */
function conversation(draw: Draw, talk: WrittenTalk): Said[] {
  const all = [...talk.said];
  while (all.length < EXCHANGES) {
    const text = draw
      .one(ASKS)
      .replace("MATTER", draw.one(talk.matters))
      .replace("OTHER", draw.one(talk.matters));
    all.splice(1 + draw.number(all.length), 0, { label: `ask${all.length}`, text, answer: undefined });
  }
  return all;
}
