import { describe, expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

const DAY = 86_400_000;
/** An answer in pages: more than 150 words that say nothing of the subject. */
const PAGE = "There are several sides to this, and each of them takes patience. ".repeat(16);

/** One day on which the subject comes up seven times, and one on which it comes up in passing. */
const SAID = [
  ...["peat", "lime", "sand", "bark", "grit", "moss", "clay"].map((soil) => ({
    day: 0,
    text: `The roses stand in ${soil}, and the roses look better for it.`,
  })),
  { day: 30, text: "The roses of my grandmother look worse this year." },
];

async function found(query: string): Promise<string[]> {
  const memory = memoryIn(nodeD1());
  const turns = SAID.flatMap(({ day, text }, number) => {
    const at = NOW - (60 - day) * DAY + number * 60_000;
    const place = { conversation_id: "garden", owner: OWNER, at, trust: "trusted" as const };
    return [
      { ...place, id: `${number}`, role: "user" as const, speaker: "Ann", text },
      { ...place, id: `${number}.a`, role: "assistant" as const, speaker: "Nightjar", text: PAGE },
    ];
  });
  await memory.indexTurns(turns);
  const hits = await memory.search({ owner: OWNER, scopes: "all", query, limit: 4 });
  return hits.map(({ passage }) => passage.text);
}

describe("a talk with an assistant over several days", () => {
  test("a day that is full of the subject leaves room for another one", async () => {
    expect(await found("How are the roses doing?")).toContain(
      "The roses of my grandmother look worse this year.",
    );
  });
});
