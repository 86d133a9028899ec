import { beforeAll, expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

const memory = memoryIn(nodeD1());
const TALKS = [
  ["Please use tools and tell me the time", "It is 10:31."],
  ["question me please", "Which colour do you like?"],
  ["slow please: count to twenty", "One. Two."],
  ["Summarise the paste", "It is about a harbour and its cranes."],
  ["please paste the table again", "| France | 68 |"],
  ["What is the capital of Germany?", "Berlin."],
  ["remember that my dog is called Bruno", "Noted."],
  ["My flat is in Linz, on the third floor.", "Noted."],
];

beforeAll(async () => {
  for (const [at, texts] of TALKS.entries()) {
    await memory.indexTurns(
      texts.map((text, number) => ({
        ...{ id: `msg_${at}_${number}`, conversation_id: `cnv_${at}`, owner: OWNER, text, trust: "trusted" },
        ...{
          role: number === 0 ? "user" : "assistant",
          speaker: number === 0 ? "Ann" : "Nightjar",
          at: NOW - 86_400_000,
        },
      })),
    );
  }
  const csv = "country,capital,population\nFrance,Paris,68\nGermany,Berlin,84\n";
  await memory.indexFile({ owner: OWNER, path: "countries.csv", text: csv, trust: "untrusted" });
});

async function recalled(query: string) {
  const scope = { owner: OWNER, agent: "nightjar" };
  const items = await memory.recall.recall(scope, { query, limit: 5 }, new AbortController().signal);
  return items.map(({ id }) => id);
}

test.each([
  "Please use tools",
  "question me please",
  "slow please",
  "Summarise the paste",
  "What is the capital of Norway?",
])("%s: brings up nothing", async (text) => {
  expect(await recalled(text)).toEqual([]);
});

test.each([
  ["What is my dog called?", "msg_6_0"],
  ["Where is my flat?", "msg_7_0"],
])("%s: brings up what was told", async (text, id) => {
  expect(await recalled(text)).toEqual([id]);
});
