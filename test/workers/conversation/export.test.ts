/** A conversation as a file: all of it, in order, for those who may read it. */
import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { somebody } from "../people/somebody.ts";
import { api, fetchAs } from "./scene.ts";

test("has every message in order, and is nobody's who may not read it", async () => {
  const first = await api<{ conversation_id: string }>("POST", "/chat", {
    message: tell({ text: ["Answer 0"] }),
    model: "openai/told",
  });
  const id = first.conversation_id;
  await api("PATCH", `/conversations/${id}`, { title: "Counting: 1/2" });
  await api("POST", "/chat", {
    message: tell({ text: ["Answer 1"] }),
    model: "openai/told",
    conversation_id: id,
  });
  const markdown = await fetchAs("GET", `/conversations/${id}/export`);
  expect(markdown.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''Counting%201%202.md",
  );
  const text = await markdown.text();
  expect(text).toMatch(/^# Counting: 1\/2\n/);
  expect(text.match(/Answer \d(?=\n)/g)).toEqual(["Answer 0", "Answer 1"]);
  const json = await api<{ conversation: object; messages: { role: string }[] }>(
    "GET",
    `/conversations/${id}/export?format=json`,
  );
  expect(json.conversation).toMatchObject({ id, title: "Counting: 1/2" });
  expect(json.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect((await fetchAs("GET", `/conversations/${id}/export?format=pdf`)).status).toBe(400);
  const stranger = await somebody("member");
  expect((await stranger.ask("GET", `/conversations/${id}/export`)).status).toBe(404);
});
