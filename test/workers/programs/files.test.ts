/** Files and pictures of programs, by OpenAI's own client. */
import { exports } from "cloudflare:workers";
import OpenAI, { toFile } from "openai";
import { beforeAll, expect, inject, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";

const AGENT = "filer";
const worker = (exports as unknown as { default: Fetcher }).default;

const openai = new OpenAI({
  apiKey: "test-admin-token-0123456789",
  baseURL: "http://nightjar.test/v1",
  fetch: ((url: unknown, init?: unknown) => worker.fetch(url as string, init as RequestInit)) as typeof fetch,
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});

beforeAll(() =>
  callApi("POST", "/agents", {
    slug: AGENT,
    name: "Filer",
    instructions: "Answer.",
    models: ["openai/told"],
    audience: "people",
  }),
);

const refusedWith = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 200, message: "" }),
    (problem: unknown) =>
      problem instanceof OpenAI.APIError
        ? { status: problem.status, message: problem.message }
        : { status: 0, message: String(problem) },
  );

async function uploaded(name: string, words = "Twelve barrels.") {
  return openai.files.create({
    file: await toFile(new TextEncoder().encode(words), name, { type: "text/plain" }),
    purpose: "user_data",
  });
}

test("a file is uploaded, found, read and removed", async () => {
  const made = await uploaded("cargo.txt");
  expect(made).toMatchObject({ object: "file", bytes: 15, filename: "cargo.txt", purpose: "user_data" });
  expect(await openai.files.retrieve(made.id)).toEqual(made);
  expect(await (await openai.files.content(made.id)).text()).toBe("Twelve barrels.");
  const second = await uploaded("crew.txt");
  const first = await openai.files.list({ limit: 1 });
  expect(first.data.map(({ id }) => id)).toEqual([second.id]);
  const ids: string[] = [];
  for await (const { id } of first) ids.push(id);
  expect(ids.slice(0, 2)).toEqual([second.id, made.id]);
  expect((await openai.files.list({ purpose: "vision" })).data.map(({ id }) => id)).not.toContain(made.id);
  expect(await openai.files.delete(made.id)).toEqual({ id: made.id, object: "file", deleted: true });
  expect((await refusedWith(openai.files.retrieve(made.id))).status).toBe(404);
});

test("a purpose that has no meaning here is refused in words", async () => {
  const file = await toFile(new Uint8Array([1]), "a.jsonl");
  const refused = await refusedWith(openai.files.create({ file, purpose: "batch" }));
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining("purpose: there are") });
});

test("a message takes a file by its id, in both of OpenAI's APIs", async () => {
  const { id: file_id } = await uploaded("cargo.txt");
  const words = tell({ text: ["Read."] });
  const chat = await openai.chat.completions.create({
    model: AGENT,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: words },
          { type: "file", file: { file_id } },
        ],
      },
    ],
  });
  const response = await openai.responses.create({
    model: AGENT,
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: words },
          { type: "input_file", file_id },
        ],
      },
    ],
  });
  for (const answer of [chat, response]) {
    const { conversation_id } = answer as unknown as { conversation_id: string };
    const { items } = await callApi<{ items: { parts: { file_id?: string }[] }[] }>(
      "GET",
      `/conversations/${conversation_id}/messages`,
    );
    expect(items[0]?.parts.map((part) => part.file_id)).toContain(file_id);
  }
  const missing = openai.chat.completions.create({
    model: AGENT,
    messages: [{ role: "user", content: [{ type: "file", file: { file_id: "fil_none" } }] }],
  });
  expect(await refusedWith(missing)).toMatchObject({
    status: 404,
    message: expect.stringContaining("file_id"),
  });
});

test("several pictures at once are refused in words", async () => {
  const refused = await refusedWith(openai.images.generate({ prompt: "An owl", n: 2 }));
  expect(refused).toMatchObject({
    status: 400,
    message: expect.stringContaining("one picture is drawn at a time"),
  });
});

test("a picture is drawn by the provider of pictures, and one at a time", async () => {
  const drawn = await openai.images.generate({ prompt: "One red point", size: "1024x1024" });
  expect(drawn.data?.[0]?.b64_json).toMatch(/^iVBORw0KGgo/);
  expect(await refusedWith(openai.images.generate({ prompt: "Two points", n: 2 }))).toMatchObject({
    status: 400,
    message: expect.stringContaining("one picture"),
  });
});

test("a recording is written down for a model that cannot hear", async () => {
  const data = btoa("RIFF....WAVEfmt a recording");
  const said = await openai.chat.completions.create({
    model: AGENT,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: tell({ text: ["Noted."] }) },
          { type: "input_audio", input_audio: { data, format: "wav" } },
        ],
      },
    ],
  });
  expect(said.choices[0]?.message.content).toBe("Noted.");
  const asked = await fetch(`${inject("toldModelUrl")}/told`).then((answer) => answer.text());
  expect(asked).toContain("Twelve barrels, please.");
});
