import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { type ChatReply, callApi, chat } from "../api.ts";

/** $2 in, $10 out for a million tokens: a call with this usage costs ten cents. */
const SONNET = "anthropic/claude-sonnet-5";
const TEN_CENTS = { input: 10_000, output: 8_000 };

let made = 0;
async function anAgent(limits: object): Promise<string> {
  const slug = `limited-${made++}`;
  const fields = { name: "Limited", instructions: "Answer.", models: ["openai/told"] };
  await callApi("POST", "/agents", { slug, ...fields, limits });
  return slug;
}

const ask = (agent: string, words: string): Promise<ChatReply> =>
  chat(tell({ text: [words] }), { agent, model: undefined });

test("an agent answers as many messages of a person a day as it says, and an edit acts at once", async () => {
  const agent = await anAgent({ messages_per_day: 2 });
  expect((await ask(agent, "One.")).reply).toBe("One.");
  expect((await ask(agent, "Two.")).reply).toBe("Two.");
  expect(await ask(agent, "Three.")).toMatchObject({
    status: "failed",
    reply: expect.stringContaining("answers 2 of your messages a day"),
  });
  await callApi("PATCH", `/agents/${agent}`, { limits: { messages_per_day: null } });
  expect((await ask(agent, "Four.")).reply).toBe("Four.");
});

test("an agent spends no more in a day than it says, whoever uses it", async () => {
  const agent = await anAgent({ spend_per_day_usd: 0.1, max_output_tokens: 1_000 });
  const spend = () => chat(tell({ text: ["Done."], usage: TEN_CENTS }), { agent, model: SONNET });
  expect(await spend()).toMatchObject({ status: "completed", cost_usd: 0.1 });
  expect(await spend()).toMatchObject({
    status: "failed",
    reply: expect.stringContaining(`budget of $0.10 a day for the agent "${agent}" is used up`),
  });
});

test("an agent takes messages of the length that it says", async () => {
  const agent = await anAgent({ max_input_chars: 10 });
  expect(await ask(agent, "A long story.")).toMatchObject({
    status: "failed",
    reply: expect.stringContaining("at most 10 characters"),
  });
});
