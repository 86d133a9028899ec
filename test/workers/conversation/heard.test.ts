/** The API of a call: a message tells how much of a spoken answer was heard. */
import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { chat, request } from "../api.ts";

interface Listed {
  items: { id: string; role: string; parts: { heard?: unknown }[] }[];
}

test("the place is stored with the message that interrupted, and a place that can't be is refused", async () => {
  const { conversation_id, message_id } = await chat(tell({ text: ["The ferry leaves at nine."] }));
  const path = `/conversations/${conversation_id}/messages`;
  const heard = { message_id, characters: 9 };
  const say = (text: string, more: object) => request("POST", path, { text, model: "openai/told", ...more });
  expect((await say("No", { heard: { ...heard, characters: -1 } })).status).toBe(400);
  expect((await say(tell({ text: ["Yes."] }), { heard })).status).toBe(202);
  const listed = async () => ((await (await request("GET", path)).json()) as Listed).items;
  await expect.poll(async () => (await listed()).length).toBe(4);
  const [, answer, interruption] = await listed();
  expect(interruption?.parts[0]).toMatchObject({
    heard: { ...heard, message_id: answer?.id, end: "The ferry" },
  });
});
