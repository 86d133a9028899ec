import { expect, test } from "vitest";
import type { FileBlock, ImageBlock, ModelEvent, ModelRequest } from "../../../src/agent/ports/model.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import type { ModelEntry } from "../../../src/providers/catalog/schema.ts";
import { streamWithFailover } from "../../../src/providers/failover/stream-with-failover.ts";
import { createRefusedMedia } from "../../../src/providers/prompt/refused-media.ts";
import type { ProviderEvent } from "../../../src/providers/provider.ts";
import { testClock } from "../../support/test-clock.ts";
import { fail, finish, text } from "./events.ts";
import { modelEntry, modelRequest, providerEntry } from "./scenes.ts";

const PICTURE: ImageBlock = { type: "image", media_type: "image/png", data: "AAAA" };
const OTHER: ImageBlock = { ...PICTURE, data: "BBBB" };
const PDF: FileBlock = { type: "file", media_type: "application/pdf", name: "plan.pdf", data: "CCCC" };
const MINUTES: FileBlock = {
  type: "file",
  media_type: "application/x-docx",
  name: "minutes.docx",
  data: "DDDD",
};

/** A provider that refuses what it is told to, in its own words. */
function stage(
  refuses: (sent: ModelRequest) => string | undefined,
  capabilities: ModelEntry["capabilities"] = {},
) {
  const clock = testClock(0);
  const sent: ModelRequest[] = [];
  async function* stream({ request }: { request: ModelRequest }): AsyncGenerator<ProviderEvent> {
    sent.push(request);
    const reason = refuses(request);
    yield* reason === undefined ? [text("I see."), finish()] : [refused(reason)];
  }
  const deps = {
    providerFor: () => ({ stream }),
    accounts: createMemoryAccountStore(),
    clock,
    random: () => 0,
    limits: { first_byte_ms: 1_000, stall_ms: 1_000, max_attempts: 6, max_wait_ms: 15_000 },
    cache_lifetime: "5m" as const,
    refusedMedia: createRefusedMedia(),
    thinksFirst: new Set<string>(),
    createCallId: () => "made",
    readDocument: async ({ name }: FileBlock) =>
      name === "minutes.docx" ? "# Minutes" : { problem: "It is locked." },
  };
  const model = modelEntry({ capabilities });
  const account = { id: "a", provider: "acme", label: "a", key: "key", priority: 0 };
  const targets = [{ provider: providerEntry(), model, account, base_url: undefined }];
  return {
    sent,
    async ask(...content: (ImageBlock | FileBlock)[]): Promise<ModelEvent[]> {
      const request = modelRequest({
        messages: [{ role: "user", content: [{ type: "text", text: "Look" }, ...content] }],
      });
      const events: ModelEvent[] = [];
      for await (const event of streamWithFailover(deps, { request, targets }, new AbortController().signal))
        events.push(event);
      return events;
    },
  };
}

const kinds = (request: ModelRequest | undefined) =>
  request?.messages.flatMap((message) =>
    message.role === "user"
      ? message.content.map((block) => (block.type === "text" ? block.text : block.type))
      : [],
  );
const holds = (request: ModelRequest, type: string) => kinds(request)?.includes(type) ?? false;
const noImages = (request: ModelRequest) =>
  holds(request, "image")
    ? 'Acme did not accept the request. It said: "this model has no vision".'
    : undefined;

test("what a model refuses is left out, the person is told, and from then on it is not sent", async () => {
  const { ask, sent } = stage(noImages);
  const first = await ask(PICTURE);
  expect(first).toMatchObject([
    { type: "notice", text: "One can't read images, so they were left out." },
    { type: "text", delta: "I see." },
    { type: "finish" },
  ]);
  expect(sent.map(kinds)).toEqual([
    ["Look", "image"],
    ["Look", "[an image: this model cannot take images]"],
  ]);
  await ask(OTHER);
  expect(sent).toHaveLength(3);
});

test("a model that is known to take images is only spared the one that it could not read", async () => {
  const broken = (request: ModelRequest) =>
    request.messages.some(({ content }) => content.includes(PICTURE as never))
      ? "Could not process image"
      : undefined;
  const { ask, sent } = stage(broken, { image: true });
  await ask(PICTURE);
  await ask(PICTURE, OTHER);
  expect(sent.map(kinds).at(-1)).toEqual(["Look", "[an image: this model cannot take images]", "image"]);
  expect(sent).toHaveLength(3);
});

test("only the kind that the provider speaks of is left out", async () => {
  const { ask, sent } = stage((request) =>
    holds(request, "file") ? "unsupported content: input_file" : undefined,
  );
  await ask(PICTURE, PDF);
  expect(kinds(sent.at(-1))).toEqual(["Look", "image", "[plan.pdf: could not be read. It is locked.]"]);
});

test("what is refused without its files too was refused for something else, and nothing is learnt", async () => {
  const { ask, sent } = stage(() => "unknown parameter");
  expect((await ask(PICTURE)).at(-1)).toMatchObject({ type: "failed", failure: { kind: "bad_request" } });
  expect(sent.map(kinds)).toEqual([
    ["Look", "image"],
    ["Look", expect.stringContaining("cannot take")],
  ]);
  await ask(PICTURE);
  expect(kinds(sent[2])).toEqual(["Look", "image"]);
});

test("a document is given as text, whatever the model takes, and the person is told", async () => {
  const { ask, sent } = stage(() => undefined, { file: true });
  const events = await ask(MINUTES, PDF);
  expect(events[0]).toMatchObject({
    type: "notice",
    text: "One got the text of minutes.docx (9 characters).",
  });
  expect(kinds(sent[0])).toEqual(["Look", expect.stringContaining("# Minutes"), "file"]);
});

test("why a document could not be read is told to the model and the person", async () => {
  const { ask, sent } = stage(() => undefined);
  const events = await ask({ ...MINUTES, name: "locked.docx" });
  expect(events[0]).toMatchObject({
    type: "notice",
    level: "warning",
    text: "locked.docx could not be read. It is locked.",
  });
  expect(kinds(sent[0])).toEqual(["Look", "[locked.docx: could not be read. It is locked.]"]);
});

function refused(reason: string): ProviderEvent {
  const failed = fail("bad_request");
  if (failed.type !== "failed") throw new Error("fail makes failures");
  return { ...failed, failure: { ...failed.failure, retryable: false, reason } };
}
