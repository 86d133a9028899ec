import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { api, toCall, turn } from "../tools/api.ts";

test("a state tag in an answer is kept under its key, and no one sees the tag", async () => {
  const told = tell({ text: ["Noted. [STATE:project]the blue boat[/STATE]"] }, { text: ["Noted."] });
  const { json } = await api("POST", "/chat", { message: told, model: "openai/told" });
  expect(json.reply).not.toContain("[STATE");
  const { items } = (await api("GET", "/memory/state")).json;
  expect(items).toMatchObject([{ key: "project", value: "the blue boat" }]);
});

test("an agent in a room notes nothing, and knows nothing that was noted elsewhere", async () => {
  await turn([toCall("memory_write", { content: "The piano in the corner is out of tune" })]);
  const { session_id } = (await api("POST", "/rooms/bar/session/start", {})).json;
  const say = async (content: string) =>
    (await api("POST", "/rooms/bar/message", { session_id, content })).json.message;
  await say("remember that my favourite colour is teal");
  const { items } = (await api("GET", "/memory/items")).json;
  expect(items.map(({ content }: { content: string }) => content)).toEqual([
    "The piano in the corner is out of tune",
  ]);
  expect(await say("what do you know about the piano?")).not.toContain("out of tune");
});
