import { describe, expect, test } from "vitest";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { call } from "../../unit/tools/support.ts";
import { aTool, wired } from "./wire.ts";

async function resultOf(result: object) {
  const { tools, stored } = await wired({ result });
  return { outcome: await call(first(await tools()), {}), stored };
}

function first([tool]: Tool[]): Tool {
  if (!tool) throw new Error("no tool is offered");
  return tool;
}

describe("structured content", () => {
  const weather = { degrees: 21, sky: { clouds: 2, rain: false } };

  test("is given after the text that goes with it", async () => {
    const content = [{ type: "text", text: "Mild." }];
    const { outcome } = await resultOf({ content, structuredContent: weather });
    expect(outcome).toMatchObject({ ok: true, content: `Mild.\n\n${JSON.stringify(weather)}` });
  });

  test("is given once where the text says the same, whatever its spaces and order", async () => {
    const text = JSON.stringify({ sky: { rain: false, clouds: 2 }, degrees: 21 }, null, 2);
    const { outcome } = await resultOf({ content: [{ type: "text", text }], structuredContent: weather });
    expect(outcome).toMatchObject({ ok: true, content: text });
  });

  test("is given beside text that only looks like it", async () => {
    const content = [{ type: "text", text: "{broken" }];
    const { outcome } = await resultOf({ content, structuredContent: weather });
    expect(outcome).toMatchObject({ content: `{broken\n\n${JSON.stringify(weather)}` });
  });
});

describe("what a tool has told", () => {
  const link = { type: "resource_link", uri: "https://owls.example/barn", name: "Barn owls" };
  const text = { type: "text", text: "A barn owl weighs 430 g." };

  test("is a source, with the address that it names", async () => {
    const { outcome } = await resultOf({ content: [text, link] });
    const words = "A barn owl weighs 430 g.\n\nBarn owls: https://owls.example/barn";
    expect(outcome).toMatchObject({
      sources: [{ kind: "tool", url: link.uri, title: expect.stringMatching(/\(.+\)$/), text: words }],
    });
  });

  test("has no address where it names several, and is none without words", async () => {
    const other = { ...link, uri: "https://larks.example/" };
    const { outcome } = await resultOf({ content: [link, other] });
    expect(outcome).toMatchObject({ sources: [{ url: null }] });
    expect((await resultOf({ content: [] })).outcome).not.toHaveProperty("sources");
  });
});

test("images and audio become files of the message, in their order", async () => {
  const content = [
    { type: "image", data: btoa("picture"), mimeType: "image/png" },
    { type: "audio", data: btoa("sound"), mimeType: "audio/wav" },
  ];
  const { outcome, stored } = await resultOf({ content });
  expect(outcome).toMatchObject({
    ok: true,
    media: [
      { type: "image", file_id: "fil_1", media_type: "image/png" },
      { type: "audio", file_id: "fil_2", media_type: "audio/wav" },
    ],
  });
  expect(stored).toEqual(["picture", "sound"]);
});

test("a tool that can only be called as a task is not offered", async () => {
  const listed = [
    aTool("render", { execution: { taskSupport: "required" } }),
    aTool("draft", { execution: { taskSupport: "optional" } }),
    aTool("count", { execution: { taskSupport: "forbidden" } }),
  ];
  const { tools } = await wired({ tools: listed });
  expect((await tools()).map(({ name }) => name)).toEqual(["mcp_shop_draft", "mcp_shop_count"]);
});

test("sampling and roots are not among what the client can do, and are refused at once", async () => {
  const asked = ["sampling/createMessage", "roots/list"];
  const before = asked.map((method) => ({ jsonrpc: "2.0", id: method, method, params: {} }));
  const { wire, tools } = await wired({ before, result: { content: [{ type: "text", text: "done" }] } });
  expect(await call(first(await tools()), {})).toMatchObject({ ok: true, content: "done" });
  const hello = wire.heard.find(({ method }) => method === "initialize");
  expect(hello?.params).toHaveProperty("capabilities", { elicitation: { form: {}, url: {} } });
  const refusals = wire.heard.filter(({ error }) => error !== undefined);
  expect(refusals.map(({ id }) => id)).toEqual(asked);
  expect(refusals[0]?.error).toMatchObject({ code: -32601 });
});
