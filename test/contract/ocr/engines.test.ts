/** Engines of text recognition, each against a server or a binding that speaks as the service does. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelEvent, ModelRequest } from "../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { createModelOcr } from "../../../src/ocr/by-model.ts";
import type { ScannedFile } from "../../../src/ocr/engine.ts";
import { createMistralOcr } from "../../../src/ocr/mistral.ts";
import { createWorkersAiOcr } from "../../../src/ocr/workers-ai.ts";
import { body } from "../../support/model-wire/reply.ts";
import { startWireServer, type WireServer } from "../../support/model-wire/wire-server.ts";
import { pdf, printed, scan } from "../../support/pdf.ts";
import { shippedTexts } from "../../support/prompts/shipped.ts";

const signal = () => new AbortController().signal;

function file(bytes: Uint8Array, media_type = "application/pdf"): ScannedFile {
  return { owner: "usr_1", id: "fil_1", name: "letter.pdf", media_type, bytes };
}

describe("Mistral's OCR", () => {
  let server: WireServer;
  let answer = { status: 200, text: "{}" };
  beforeAll(async () => {
    server = await startWireServer(() => body(answer.status, answer.text));
  });
  afterAll(() => server.close());

  const engine = () =>
    createMistralOcr({
      key: "sk-mistral",
      base_url: `${server.url}/v1`,
      fetch: (url, init) => fetch(url, init),
    });

  test("is sent the document, and gives its pages in order, each paid", async () => {
    const pages = [
      { index: 1, markdown: "Second", images: [], dimensions: { dpi: 200, height: 1, width: 1 } },
      { index: 0, markdown: "# First\n\n| a | b |\n| --- | --- |", images: [], dimensions: null },
    ];
    answer = {
      status: 200,
      text: JSON.stringify({
        pages,
        model: "mistral-ocr",
        usage_info: { pages_processed: 2, doc_size_bytes: 9 },
      }),
    };
    const read = await engine().recognize(file(scan(2)), signal());
    expect(read.pages).toEqual(["# First\n\n| a | b |\n| --- | --- |", "Second"]);
    expect(read.cost_usd).toBeCloseTo(0.008);
    const asked = server.requests.at(-1);
    expect(asked).toMatchObject({ path: "/v1/ocr", headers: { authorization: "Bearer sk-mistral" } });
    expect(asked?.body).toMatchObject({ model: "mistral-ocr-latest", document: { type: "document_url" } });
    expect(asked?.body.document.document_url).toMatch(/^data:application\/pdf;base64,JVBERi/);
    await engine().recognize(file(new Uint8Array([1]), "image/png"), signal());
    expect(server.requests.at(-1)?.body.document).toMatchObject({ type: "image_url" });
  });

  test.each([
    [401, "{}", "An admin can renew it"],
    [429, "{}", "Try again in a minute"],
    [500, "{}", "status 500"],
    [200, "{}", "holds no pages"],
    [200, "<html>", "holds no pages"],
  ])("that answers %i with %s is told in words", async (status, text, words) => {
    answer = { status, text };
    await expect(engine().recognize(file(scan(1)), signal())).rejects.toThrow(words);
  });

  test("costs at most as many pages as the file seems to have", () => {
    expect(engine().mostCost(file(scan(5)))).toBeCloseTo(0.02);
    expect(engine().mostCost(file(printed(["a"])))).toBeCloseTo(0.004);
  });
});

describe("Workers AI's conversion", () => {
  const converted = (answer: unknown) => createWorkersAiOcr({ toMarkdown: async () => answer });

  test("gives the document's Markdown, and its error in words", async () => {
    const read = await converted([
      { name: "letter.pdf", format: "markdown", tokens: 3, data: "# Letter" },
    ]).recognize(file(scan(1)), signal());
    expect(read).toMatchObject({ pages: ["# Letter"], cost_usd: 0 });
    const failing = converted([{ name: "letter.pdf", format: "error", error: "too strange" }]);
    await expect(failing.recognize(file(scan(1)), signal())).rejects.toThrow("too strange");
    const empty = converted([{ format: "markdown", data: " " }]);
    await expect(empty.recognize(file(scan(1)), signal())).rejects.toThrow("no words");
  });
});

describe("a model that sees", () => {
  function seeing(answers: ModelEvent[][]) {
    const requests: ModelRequest[] = [];
    const engine = createModelOcr({
      model: "acme/eyes",
      models: {
        async *stream(request) {
          requests.push(request);
          yield* answers[requests.length - 1] ?? [];
        },
      },
      prompts: shippedTexts,
      mostCost: () => 0.01,
    });
    return { engine, requests };
  }

  const page = (delta: string, cost_usd: number | null = 0.001): ModelEvent[] => [
    { type: "text", delta },
    {
      type: "finish",
      reason: "stop",
      usage: { ...NO_USAGE, input_tokens: 10 },
      model: "acme/eyes",
      cost_usd,
    },
  ];

  test("is shown each page's picture, and its words are those of the page", async () => {
    const { engine, requests } = seeing([page("One"), page("[empty]"), page("Three")]);
    const read = await engine.recognize(file(scan(3)), signal());
    expect(read.pages).toEqual(["One", "", "Three"]);
    expect(read.usage.input_tokens).toBe(30);
    expect(read.cost_usd).toBeCloseTo(0.003);
    const shown = requests.map(({ messages: [first] }) =>
      first?.role === "user" ? first.content[0] : undefined,
    );
    expect(shown.map((block) => block?.type === "image" && atob(block.data).slice(3).trim())).toEqual([
      "page 1",
      "page 2",
      "page 3",
    ]);
    expect(engine.mostCost(file(scan(3)))).toBeCloseTo(0.03);
  });

  test("gives no part of a document when a page fails, and says so where it has no pictures", async () => {
    const failure = { kind: "server", retryable: false, reason: "The server is down." } as const;
    const failed: ModelEvent = {
      type: "failed",
      failure,
      usage: NO_USAGE,
      model: "acme/eyes",
      cost_usd: null,
    };
    const { engine } = seeing([page("One"), [failed]]);
    await expect(engine.recognize(file(scan(2)), signal())).rejects.toThrow("The server is down.");
    const packed = pdf(Buffer.from("x"), {
      dict: "/Subtype/Image/Width 900/Height 900/Filter[/FlateDecode/DCTDecode]",
    });
    await expect(engine.recognize(file(packed), signal())).rejects.toThrow("not stored as JPEG");
    await expect(engine.recognize(file(printed(["a"])), signal())).rejects.toThrow("not stored as JPEG");
  });
});
