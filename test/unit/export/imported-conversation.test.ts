import { expect, test } from "vitest";
import { placesOf } from "../../../src/app/export/elements.ts";
import { MOST_MESSAGES, readImportedConversations } from "../../../src/export/imported-conversation.ts";
import { computed } from "../../support/computed.ts";
import { heldWhile } from "../../support/held.ts";

/** As ChatGPT writes one: each message names the one before it. */
function chain(count: number) {
  const node = (index: number) => ({
    parent: index === 0 ? null : `n${index - 1}`,
    message: { author: { role: index % 2 ? "assistant" : "user" }, content: { parts: [`${index}`] } },
  });
  const nodes = Array.from({ length: count }, (_, index) => [`n${index}`, node(index)]);
  return {
    conversation_id: "c",
    title: "Long",
    current_node: `n${count - 1}`,
    mapping: Object.fromEntries(nodes),
  };
}

test("what was said comes in its order", () => {
  const past = readImportedConversations(chain(3));
  expect(past).toMatchObject({ title: "Long", said: [{ text: "0" }, { text: "1" }, { text: "2" }] });
});

test("as much as a conversation may hold is read, and no more", () => {
  expect(readImportedConversations(chain(MOST_MESSAGES))).toMatchObject({ title: "Long" });
  expect(readImportedConversations(chain(MOST_MESSAGES + 1))).toBe("too_long");
  const messages = Array.from({ length: MOST_MESSAGES + 1 }, () => ({
    role: "user",
    created_at: "2026-01-01T00:00:00Z",
    parts: [{ type: "text", text: "a" }],
  }));
  expect(readImportedConversations({ conversation: { id: "cnv_1", title: "" }, messages })).toBe("too_long");
  expect(
    readImportedConversations({ conversation: { id: "cnv_1", title: "" }, messages: messages.slice(1) }),
  ).toMatchObject({
    source: "nightjar:cnv_1",
  });
});

test("a chain of 60,000 messages is seen to be too long before it is gone through", async () => {
  const long = chain(60_000);
  const { result, ms } = await computed(() => readImportedConversations(long));
  expect(result).toBe("too_long");
  expect(ms).toBeLessThan(1_000);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const values = async (text: string, most = 100) => {
  const json = bytes(text);
  return (await placesOf(json, most))?.map(({ from, to }) =>
    new TextDecoder().decode(json.subarray(from, to)).trim(),
  );
};

test("a list is taken apart without reading what is in it", async () => {
  expect(await values('[{"a":[1,2]} , {"b":"],\\\\\\"}"},3]')).toEqual([
    '{"a":[1,2]}',
    '{"b":"],\\\\\\"}"}',
    "3",
  ]);
  expect(await values("\ufeff[1,2]")).toEqual(["1", "2"]);
  expect(await values(' {"a":1} ')).toEqual(['{"a":1}']);
  expect(await values("[]")).toEqual([]);
  expect(await values("[1,2,3]", 2)).toEqual(["1", "2"]);
});

test.each(["[1,2", '["1,2]', "[".repeat(1_000), '[{"a":1}'])("what breaks off is none: %s", async (text) => {
  expect(await values(text)).toBeUndefined();
});

test("a long list holds nobody for long", async () => {
  const json = bytes(`[${'{"a":"b"},'.repeat(2_400_000)}1]`);
  const { holds } = await heldWhile(placesOf(json, 100_000));
  expect(holds.longest).toBeLessThan(1_000);
  const one = bytes(`["${"x".repeat(24_000_000)}"]`);
  expect((await heldWhile(placesOf(one, 10))).holds.longest).toBeLessThan(1_000);
});
