/** Messages that were written for this measurement, one a line; lines with # say what follows. */
import { readFileSync } from "node:fs";
import type { IndexedTurn } from "../client.ts";

export interface Told {
  said: string;
  asked: string;
}

/** Of a conversation, as each of them is told in one. */
const TOLD_AT_ONCE = 5;

/** Greetings, reminders, small tasks and questions of everyday: no memory belongs to them. */
export function everydayMessages(): string[] {
  return linesOf("everyday.txt");
}

export function toldFacts(): Told[] {
  return linesOf("told.txt").map((line) => {
    const [said = "", asked = ""] = line.split(" | ");
    return { said, asked };
  });
}

export function toldId(number: number): string {
  return `told:${number}`;
}

/** Turns by the conversation they were said in. */
export function toldConversations(facts: readonly Told[]): Map<string, IndexedTurn[]> {
  const numbered = facts.map(({ said }, number) => ({ said, number }));
  const groups = Map.groupBy(numbered, ({ number }) => `told-${Math.floor(number / TOLD_AT_ONCE)}`);
  return new Map(
    [...groups].map(([id, all]) => [id, all.flatMap(({ said, number }) => turnsOf(said, number))]),
  );
}

function turnsOf(said: string, number: number): IndexedTurn[] {
  const answer = "Noted, I will keep that in mind.";
  return [
    { id: toldId(number), session: "1", speaker: "Ann", role: "user", text: said },
    { id: `${toldId(number)}:answer`, session: "1", speaker: "Nightjar", role: "assistant", text: answer },
  ];
}

function linesOf(name: string): string[] {
  const lines = readFileSync(new URL(name, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
