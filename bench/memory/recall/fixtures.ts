/** Messages that were written for this measurement, one a line; lines with # say what follows. */
import { readFileSync } from "node:fs";
import type { TalkMessage } from "../../../src/agent/ports/memory.ts";
import type { IndexedTurn } from "../client.ts";

export interface Told {
  said: string;
  asked: string;
}

/** A message in the middle of a talk. */
export interface InTalk {
  earlier: TalkMessage[];
  text: string;
}

export interface FollowUp extends InTalk {
  /** What answers it, told in another conversation. */
  said: string;
}

export interface DocumentQuestion {
  question: string;
  /** The path of what answers it. */
  document: string;
}

/** `dev` was looked at to choose by, the other only to measure with. */
export type Part = "dev" | "held out";

/** Items told in one conversation. */
const TOLD_AT_ONCE = 5;

/** Greetings, reminders, small tasks and questions of everyday: no memory belongs to them. */
export function everydayMessages(): string[] {
  return linesOf("everyday.txt");
}

export function toldFacts(): Told[] {
  return pairsOf("told.txt");
}

function pairsOf(name: string): Told[] {
  return linesOf(name).map(pairOf);
}

function pairOf(line: string): Told {
  const [said = "", asked = ""] = line.split(" | ");
  return { said, asked };
}

/** The same, written after the score was chosen. */
export function unseenMessages(): string[] {
  return linesOf("everyday-held-out.txt");
}

export function unseenFacts(): Told[] {
  return pairsOf("told-held-out.txt");
}

/** What small memories hold, each of them about one person or thing. */
export function smallMemories(): Told[][] {
  return linesOf("one-subject.txt")
    .join("\n")
    .split("\n-\n")
    .map((lines) => lines.split("\n").map(pairOf));
}

/** Asked of documents that people wrote. */
export function documentQuestions(): DocumentQuestion[] {
  return linesOf("asked-of-documents.txt").map(documentQuestion);
}

/** More of them, in two parts that share no document. */
export function moreDocumentQuestions(part: Part): DocumentQuestion[] {
  return linesOf("asked-of-more-documents.txt", part).map(documentQuestion);
}

function documentQuestion(line: string): DocumentQuestion {
  const [question = "", document = ""] = line.split(" | ");
  return { question, document };
}

/** Questions that lean on the talk before them. */
export function followUps(part: Part): FollowUp[] {
  return linesOf("follow-ups.txt", part).map((line) => {
    const [said = "", ...talk] = line.split(" | ");
    return { said, ...inTalk(talk) };
  });
}

/** Everyday messages in the middle of a talk. */
export function everydayInTalk(part: Part): InTalk[] {
  return linesOf("everyday-after.txt", part).map((line) => inTalk(line.split(" | ")));
}

function inTalk(talk: readonly string[]): InTalk {
  const earlier = talk
    .slice(0, -1)
    .map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", text }) as const);
  return { earlier, text: talk.at(-1) ?? "" };
}

export function toldId(number: number, group = "told"): string {
  return `${group}:${number}`;
}

/** Turns by the conversation they were said in. */
export function toldConversations(
  facts: readonly Pick<Told, "said">[],
  group = "told",
): Map<string, IndexedTurn[]> {
  const numbered = facts.map(({ said }, number) => ({ said, number }));
  const groups = Map.groupBy(numbered, ({ number }) => `${group}-${Math.floor(number / TOLD_AT_ONCE)}`);
  return new Map(
    [...groups].map(([id, all]) => [
      id,
      all.flatMap(({ said, number }) => turnsOf(said, toldId(number, group))),
    ]),
  );
}

function turnsOf(said: string, id: string): IndexedTurn[] {
  const answer = "Noted, I will keep that in mind.";
  return [
    { id, session: "1", speaker: "Ann", role: "user", text: said },
    { id: `${id}:answer`, session: "1", speaker: "Nightjar", role: "assistant", text: answer },
  ];
}

/** A part begins with a line that names it. */
function linesOf(name: string, part?: Part): string[] {
  const lines = readFileSync(new URL(name, import.meta.url), "utf8").split("\n");
  const first = part === undefined ? 0 : lines.indexOf(`## ${part}`) + 1;
  const length = lines.slice(first).findIndex((line) => part !== undefined && line.startsWith("## "));
  const own = lines.slice(first, length === -1 ? undefined : first + length);
  return own.filter((line) => line !== "" && !line.startsWith("#"));
}
