/** Answers in a form that a program wants. */
import { exports } from "cloudflare:workers";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";

const AGENT = "former";
const worker = (exports as unknown as { default: Fetcher }).default;

const openai = new OpenAI({
  apiKey: "test-admin-token-0123456789",
  baseURL: "http://nightjar.test/v1",
  fetch: ((url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit)) as typeof fetch,
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});

const schema = {
  type: "object",
  properties: { city: { type: "string" }, people: { type: "integer", minimum: 0 } },
  required: ["city", "people"],
  additionalProperties: false,
};
const response_format = { type: "json_schema", json_schema: { name: "town", schema, strict: true } } as const;
const GOOD = '{"city":"Bern","people":146000}';

async function ask(
  content: string,
  format: OpenAI.ChatCompletionCreateParams["response_format"] = response_format,
) {
  const asked = { model: AGENT, messages: [{ role: "user" as const, content }], response_format: format };
  const { choices } = await openai.chat.completions.create(asked);
  return choices[0]?.message.content ?? null;
}

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Former",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

describe("an answer by a schema", () => {
  test("is the JSON alone, also out of words around it", async () => {
    expect(await ask(tell({ text: [GOOD] }))).toBe(GOOD);
    expect(await ask(tell({ text: [`Sure!\n\`\`\`json\n${GOOD}\n\`\`\`\nAnything else?`] }))).toBe(GOOD);
  });

  test("that does not fit is asked for again", async () => {
    const wrong = '{"city":"Bern","people":"many"}';
    expect(await ask(tell({ text: [wrong] }, { text: ["no idea"] }, { text: [GOOD] }))).toBe(GOOD);
  });

  test("that never fits fails, with the reason", async () => {
    const wrong = { text: ["no idea"] };
    const failing = ask(tell(wrong, wrong, wrong, wrong)).catch((problem: Error) => problem.message);
    expect(await failing).toContain("not answer in the form");
  });

  test("comes after tools without the words before them", async () => {
    const used = { text: ["Let me compute."], calls: [call("c1", "calculate", { expression: "2+2" })] };
    expect(await ask(tell(used, { text: [GOOD] }))).toBe(GOOD);
  });

  test("streams in one, when it is known to fit", async () => {
    const content = tell({ text: ['{"city":', '"Bern"}'] }, { text: [GOOD] });
    const stream = await openai.chat.completions.create({
      model: AGENT,
      messages: [{ role: "user", content }],
      response_format,
      stream: true,
    });
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    expect(text).toBe(GOOD);
  });
});

test("any object is an object", async () => {
  expect(await ask(tell({ text: ["[1]"] }, { text: ['{"a":1}'] }), { type: "json_object" })).toBe('{"a":1}');
});

test("the Responses API has it as text.format", async () => {
  const { output_text } = await openai.responses.create({
    model: AGENT,
    input: tell({ text: ["hm"] }, { text: [GOOD] }),
    text: { format: { type: "json_schema", name: "town", schema, strict: true } },
  });
  expect(output_text).toBe(GOOD);
});
