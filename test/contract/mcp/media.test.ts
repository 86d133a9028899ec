import { describe, expect, test } from "vitest";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { call } from "../../unit/tools/support.ts";
import { wired } from "./wire.ts";

const PNG = "iVBORw0KGgo=";

async function resultOf(content: object[], more: object = {}) {
  const { tools, stored } = await wired({ result: { content, ...more } });
  return { outcome: await call(first(await tools()), {}), stored };
}

function first([tool]: Tool[]): Tool {
  if (!tool) throw new Error("no tool is offered");
  return tool;
}

test("what a tool shows is for the model as well", async () => {
  const { outcome } = await resultOf([{ type: "image", data: PNG, mimeType: "image/png" }]);
  expect(outcome).toMatchObject({ ok: true, content: "[image in the message]", is_seen: true });
});

test("bytes that are not base64 are said so, and the rest of the result is there", async () => {
  const content = [
    { type: "text", text: "Here it is." },
    { type: "image", data: "%%%", mimeType: "image/png" },
    { type: "audio", data: btoa("sound"), mimeType: "audio/wav" },
  ];
  const { outcome, stored } = await resultOf(content);
  expect(outcome).toMatchObject({
    ok: true,
    content:
      "Here it is.\n\n[image that cannot be read: the server did not send it as base64]\n\n[audio in the message]",
    media: [{ type: "audio", file_id: "fil_1" }],
  });
  expect(stored).toEqual(["sound"]);
});

test("an answer keeps 20 files at most, and says what it left out", async () => {
  const picture = { type: "image", data: PNG, mimeType: "image/png" };
  const { outcome, stored } = await resultOf(Array.from({ length: 22 }, () => picture));
  expect(stored).toHaveLength(20);
  expect("ok" in outcome && outcome.ok && outcome.content.split("left out: 20 files")).toHaveLength(3);
});

test("a failure holds no files: it is words", async () => {
  const image = { type: "image", data: PNG, mimeType: "image/png" };
  const { outcome } = await resultOf([image, { type: "text", text: "No ink." }], { isError: true });
  expect(outcome).toEqual({ ok: false, error: "[image in the message]\n\nNo ink.", trust: "untrusted" });
});

describe("an embedded resource", () => {
  const resource = (more: object) => [{ type: "resource", resource: { uri: "shop://docs/plan", ...more } }];

  test("that is text is its text, in whichever form it comes", async () => {
    const plain = await resultOf(resource({ text: "# Plan", mimeType: "text/markdown" }));
    expect(plain.outcome).toMatchObject({ content: "# Plan" });
    const packed = await resultOf(resource({ blob: btoa('{"a":1}'), mimeType: "application/json" }));
    expect(packed.outcome).toMatchObject({ content: '{"a":1}' });
    expect([...plain.stored, ...packed.stored]).toEqual([]);
  });

  test("that is an image is shown as one", async () => {
    const { outcome } = await resultOf(resource({ blob: PNG, mimeType: "image/png" }));
    expect(outcome).toMatchObject({
      content: "[image (image/png shop://docs/plan) in the message]",
      media: [{ type: "image", name: "plan.png" }],
    });
  });

  test("that is anything else is a file, named after the end of its address", async () => {
    const { outcome } = await resultOf(
      resource({ uri: "shop://a/b/deck.bin?x=1", blob: btoa("\u0000\u0001"), mimeType: "text/html" }),
    );
    expect(outcome).toMatchObject({
      content: "[file (text/html shop://a/b/deck.bin?x=1) in the message]",
      media: [{ type: "file", name: "deck.bin", media_type: "application/octet-stream" }],
    });
  });
});
