import { describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { Follower } from "./follower.ts";
import { api, fetchAs, Scene } from "./scene.ts";

interface Said {
  conversation_id: string;
  message_id: string;
  turn_id: string;
  reply: string;
  status: string;
}

const ASK = { id: "call_ask", name: "ask_user", pieces: ['{"question":"Red or blue?"}'] };
const chat = (message: string, rest: object = {}) =>
  api<Said>("POST", "/chat", { message, model: "openai/told", ...rest });

describe("a chat by one request", () => {
  test("answers in the response, and goes on in its conversation", async () => {
    const first = await chat(tell({ text: ["One."] }));
    expect(first).toMatchObject({ reply: "One.", status: "completed" });
    const second = await chat(tell({ text: ["Two."] }), { conversation_id: first.conversation_id });
    expect(second).toMatchObject({ reply: "Two.", conversation_id: first.conversation_id });
  });

  test("that is sent again with its client_id is answered once, also when it began a conversation", async () => {
    const client_id = crypto.randomUUID();
    const first = await chat(tell({ text: ["Once."] }), { client_id });
    const again = await chat(tell({ text: ["Once."] }), { client_id });
    expect(again).toEqual({ ...first, usage: expect.anything() });
    const page = await api<{ items: unknown[] }>("GET", `/conversations/${first.conversation_id}/messages`);
    expect(page.items).toHaveLength(2);
    const other = await chat(tell({ text: ["Other."] }), { client_id: crypto.randomUUID() });
    expect(other.conversation_id).not.toBe(first.conversation_id);
  });

  test("is answered by the question when the agent asks one, and at once when it is asked again", async () => {
    const client_id = crypto.randomUUID();
    const words = tell({ calls: [ASK] }, { text: ["Done."] });
    const first = await chat(words, { client_id });
    expect(first).toMatchObject({ status: "parked", reply: "Red or blue?" });
    const asks = [{ type: "question", call_id: expect.any(String), question: "Red or blue?", options: [] }];
    expect(first).toMatchObject({ asks });
    expect(await chat(words, { client_id })).toMatchObject({ status: "parked", reply: "Red or blue?", asks });
    const { conversation_id } = first;
    expect(await chat("blue", { conversation_id })).toMatchObject({ status: "completed", reply: "Done." });
  });

  test("is answered by nobody but the sender who was asked, and whoever may answer for the owner", async () => {
    const [sender, other] = ["mona", "admin"];
    const words = tell({ calls: [ASK] }, { text: ["Done."] });
    const { conversation_id } = await chat(words, { sender });
    const strange = await chat(tell({ text: ["Hello."] }), { conversation_id, sender: other });
    expect(strange).toMatchObject({ status: "completed", reply: "Hello." });
    expect(await chat("blue", { conversation_id, sender })).toMatchObject({ reply: "Done." });
    const asked = await chat(words, { sender });
    const byOwner = await chat("blue", { conversation_id: asked.conversation_id });
    expect(byOwner).toMatchObject({ status: "completed", reply: "Done." });
  });

  test("says why when there is no answer, also when it is asked again", async () => {
    const client_id = crypto.randomUUID();
    const words = tell({ status: 400 });
    const first = await chat(words, { client_id });
    expect(first.status).toBe("failed");
    expect(first.reply).not.toBe("");
    expect(await chat(words, { client_id })).toMatchObject({ status: "failed", reply: first.reply });
  });

  test("says why an answer has no words: the agent chose so, or did its work by tags alone", async () => {
    const silent = { status: "completed", reply: "", reason: "The agent chose to say nothing." };
    expect(await chat(tell({ text: ["[SILENT]"] }))).toMatchObject(silent);
    const tag = "[STATE:boat]blue[/STATE]";
    const reason = "The agent said nothing. It used: memory_write.";
    expect(await chat(tell({ text: [tag] }))).toMatchObject({ ...silent, reason });
  });

  test("as a stream ends when its turn ends", async () => {
    const body = { message: tell({ text: ["One ", "two."] }), model: "openai/told", stream: true };
    const text = await (await fetchAs("POST", "/chat", { body })).text();
    expect(text).toMatch(/^id: \d+\nevent: message\n/);
    expect(text.trimEnd().split("\n\n").at(-1)).toContain("event: turn_end");
  });
});

test("a crash while a program waits for its answer: the same call again gets it", async () => {
  const scene = await Scene.open();
  await scene.shut("model");
  const body = {
    message: tell({ text: ["Here."], hold: scene.hold("model", 0) }),
    conversation_id: scene.id,
    client_id: "program-1",
  };
  const broken = fetchAs("POST", "/chat", { body }).then((response) => response.status);
  await scene.reached("model");
  await scene.crash();
  expect(await broken).toBeGreaterThanOrEqual(500);
  await scene.release("model");
  expect(await api<Said>("POST", "/chat", body)).toMatchObject({ status: "completed", reply: "Here." });
  const reader = await Follower.bySocket(scene.id);
  await reader.frame((frame) => frame.type === "ready");
  expect(reader.events.filter(({ type }) => type === "turn_end")).toHaveLength(1);
});
