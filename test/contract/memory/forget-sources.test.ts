import { expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

const SAID = [
  ["cnv_a", "msg_1", "user", "Please remember that my dog is called Bruno."],
  ["cnv_a", "msg_2", "assistant", "Noted: your dog is called Bruno."],
  ["cnv_b", "msg_3", "user", "My sister's dog barks at the postman."],
  ["cnv_c", "msg_4", "assistant", "Your dog is called Bruno, as you told me."],
] as const;

async function begin() {
  const memory = memoryIn(nodeD1());
  await memory.indexTurns(
    SAID.map(([conversation_id, id, role, text]) => ({
      ...{ conversation_id, id, role, text, owner: OWNER },
      ...{ speaker: role === "user" ? "Ann" : "Nightjar", at: NOW - 86_400_000, trust: "trusted" },
    })),
  );
  const outcome = await memory.remember({
    ...{ owner: OWNER, scope: "person", content: "The user's dog is called Bruno", origin: "tool" },
    ...{ trust: "trusted", conversation_id: "cnv_a", message_id: "msg_1" },
  });
  const id = outcome.status === "stored" ? outcome.memory.id : "";
  const found = async () => {
    const hits = await memory.search({
      owner: OWNER,
      scopes: "all",
      query: "What is my dog called?",
      limit: 10,
    });
    return hits.map(({ passage }) => passage.key).sort();
  };
  return { memory, id, found };
}

test("a note alone is forgotten, and where it was said is still found", async () => {
  const { memory, id, found } = await begin();
  expect(await memory.forgetItem(OWNER, id)).toBe(true);
  expect(await found()).toEqual(["msg_1", "msg_2", "msg_3", "msg_4"]);
});

test("with where it was said, all that says the same is forgotten, and can be brought back", async () => {
  const { memory, id, found } = await begin();
  expect(await memory.forgetItem(OWNER, id, { isFinal: false, withSources: true })).toBe(true);
  expect(await found()).toEqual(["msg_3"]);
  const forgotten = await memory.forgotten.list(OWNER, { limit: 20 });
  await memory.forgotten.restore(
    OWNER,
    forgotten.map((each) => each.id),
  );
  expect(await found()).toEqual([id, "msg_1", "msg_2", "msg_3", "msg_4"].sort());
});
