import { expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

async function recalled(answer: string) {
  const memory = memoryIn(nodeD1());
  const said = { conversation_id: "cnv_a", owner: OWNER, at: NOW - 86_400_000 };
  await memory.indexTurns([
    {
      ...said,
      id: "msg_1",
      role: "user",
      speaker: "Ann",
      text: "My boat Walnut lies in Lindau.",
      trust: "trusted",
    },
    { ...said, id: "msg_2", role: "assistant", speaker: "Nightjar", text: answer, trust: "untrusted" },
  ]);
  const scope = { owner: OWNER, agent: "nightjar" };
  const wanted = { query: "Where does my boat Walnut lie?", limit: 5 };
  const items = await memory.recall.recall(scope, wanted, new AbortController().signal);
  return items.map(({ id, untrusted }) => [id, untrusted ?? false]);
}

test("an answer from outside that only stands beside what belongs is not recalled, so it taints nothing", async () => {
  expect(await recalled("The page says that the weather stays fine, with wind from the west.")).toEqual([
    ["msg_1", false],
  ]);
});

test("one that belongs by its own words is recalled, and marked", async () => {
  expect(await recalled("The boat Walnut lies at berth 12.")).toContainEqual(["msg_2", true]);
});
