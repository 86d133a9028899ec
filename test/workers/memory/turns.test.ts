import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { api, toCall, turn } from "../tools/api.ts";
import { openConversation } from "../trail-support.ts";

test("a state tag in an answer is kept under its key, and no one sees the tag", async () => {
  const told = tell({ text: ["Noted. [STATE:project]the blue boat[/STATE]"] }, { text: ["Noted."] });
  const { json } = await api("POST", "/chat", { message: told, model: "openai/told" });
  expect(json.reply).not.toContain("[STATE");
  const { items } = (await api("GET", "/memory/state")).json;
  expect(items).toMatchObject([{ key: "project", value: "the blue boat" }]);
});

test("what is noted in a room is known there and nowhere else", async () => {
  const open = async (room: string | null) => (await openConversation({ room, model: null })).id;
  const [inBar, inBarToo, outside] = [await open("bar"), await open("bar"), await open(null)];
  await turn([toCall("memory_write", { content: "The piano in the corner is out of tune" })], inBar);
  const { items } = (await api("GET", "/memory/items")).json;
  expect(items).toMatchObject([{ content: "The piano in the corner is out of tune", scope: "room:bar" }]);
  const search = () => [toCall("memory_search", { query: "piano tune", kind: "memory" })];
  const [there, elsewhere] = [await turn(search(), inBarToo), await turn(search(), outside)];
  expect(there.results.at(-1)?.content).toContain("out of tune");
  expect(elsewhere.results.at(-1)?.content).not.toContain("out of tune");
});
