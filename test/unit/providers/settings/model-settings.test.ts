import { describe, expect, test } from "vitest";
import { Load } from "../../../../src/platform/load.ts";
import {
  type Account,
  type AccountSnapshot,
  createMemoryAccountStore,
} from "../../../../src/providers/accounts.ts";
import { encodeRequest } from "../../../../src/providers/anthropic/encode.ts";
import { createModels } from "../../../../src/providers/create-models.ts";
import type { ModelsOptions } from "../../../../src/providers/models-options.ts";
import { encodeChat } from "../../../../src/providers/openai/encode.ts";
import { encodeResponses } from "../../../../src/providers/openai/responses/encode.ts";
import type { ModelSettings } from "../../../../src/providers/settings/model-settings.ts";
import { valuesOf } from "../../../../src/providers/settings/values.ts";
import { catalog } from "../../../contract/providers/wires.ts";
import { testClock } from "../../../support/test-clock.ts";
import { collect, modelEntry, modelRequest, providerCall } from "../scenes.ts";

const SONNET = "anthropic/claude-sonnet-5-5";
const LISTED = "openrouter/some/model";
const LIST = {
  lookup: (id: string) =>
    id === LISTED
      ? { context_window: 77_000, capabilities: { image: false }, price: { input: 1, output: 2 } }
      : undefined,
};

function house(snapshot: Partial<AccountSnapshot>, more: Partial<ModelsOptions> = {}) {
  const memory = createMemoryAccountStore();
  return createModels({
    load: new Load(),
    catalog,
    setting: () => undefined,
    accounts: { ...memory, snapshot: () => ({ ...memory.snapshot(), ...snapshot }) },
    clock: testClock(),
    random: () => 0,
    createCallId: () => "call_1",
    fetch: () => Promise.reject(new TypeError("no network in this test")),
    metadata: LIST,
    ...more,
  });
}

const withSet = (model: string, settings: ModelSettings) => house({ settings: new Map([[model, settings]]) });

describe("a model's settings", () => {
  test("go before the catalog and the provider's list, value by value", () => {
    const models = withSet(SONNET, {
      context_window: 200_000,
      capabilities: { image: false },
      label: "Ours",
    });
    expect(models.info(SONNET)).toMatchObject({
      context_window: 200_000,
      capabilities: { image: false, tool: true, reasoning: true },
    });
    expect(models.describe(SONNET)).toMatchObject({ label: "Ours", hidden: false });
    const listed = withSet(LISTED, { capabilities: { image: true }, hidden: true });
    expect(listed.info(LISTED)).toMatchObject({ context_window: 77_000, capabilities: { image: true } });
    expect(listed.describe(LISTED)).toMatchObject({ hidden: true });
  });

  test("say of each value where it comes from, and what holds without them", () => {
    const settings = new Map<string, ModelSettings>([
      [LISTED, { capabilities: { image: true }, top_p: 0.9 }],
    ]);
    const models = house({ settings, prices: new Map([[LISTED, { input: 3, output: 4 }]]) });
    const of = (id: string) => {
      const facts = models.facts(id);
      return facts && valuesOf(facts, testClock().now());
    };
    expect(of(LISTED)).toMatchObject({
      context_window: { value: 77_000, from: "provider" },
      max_output_tokens: { from: "default" },
      price: { value: { input: 3 }, from: "set", otherwise: { value: { input: 1 }, from: "provider" } },
      top_p: { value: 0.9, from: "set", otherwise: { value: null, from: "default" } },
      capabilities: {
        image: { value: true, from: "set", otherwise: { value: false, from: "provider" } },
        audio: { value: false, from: "default" },
        image_output: { value: false, from: "default" },
      },
    });
    expect(of(SONNET)).toMatchObject({ context_window: { from: "catalog" }, price: { from: "catalog" } });
    expect(of("nobody/none")).toBeUndefined();
  });

  test("hold for the very next look, and no longer than they are there", () => {
    const settings = new Map<string, ModelSettings>();
    const models = house({ settings });
    const before = models.info(SONNET).context_window;
    settings.set(SONNET, { context_window: 5_000 });
    expect(models.info(SONNET)).toMatchObject({ context_window: 5_000, is_light: true });
    settings.delete(SONNET);
    expect(models.info(SONNET).context_window).toBe(before);
  });

  test("of its sampling are sent where the request has none of its own", () => {
    const sampling = { temperature: 0.3, top_p: 0.8, stop: ["END"] };
    const call = (temperature?: number) =>
      providerCall({
        request: modelRequest(temperature === undefined ? {} : { temperature }),
        model: modelEntry({ sampling }),
      });
    expect(encodeChat(call())).toMatchObject(sampling);
    expect(encodeChat(call(1))).toMatchObject({ ...sampling, temperature: 1 });
    expect(encodeResponses(call())).toMatchObject({ temperature: 0.3, top_p: 0.8 });
    expect(encodeResponses(call())).not.toHaveProperty("stop");
    expect(encodeRequest(call())).toMatchObject({ temperature: 0.3, top_p: 0.8, stop_sequences: ["END"] });
    const plain = encodeChat(providerCall({ request: modelRequest({}), model: modelEntry({}) }));
    expect(plain).not.toHaveProperty("top_p");
  });
});

describe("a server in compatibility mode", () => {
  const account: Account = {
    id: "acc_1",
    provider: "compatible",
    label: "Ours",
    key: "",
    priority: 0,
    base_url: "http://models.test/v1",
  };

  async function asked(compatibility: boolean) {
    const requests: { url: string; body: Record<string, unknown> }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const text = typeof init?.body === "string" ? init.body : "{}";
      requests.push({ url, body: JSON.parse(text) as Record<string, unknown> });
      return Response.json({ error: { message: "not today" } }, { status: 400 });
    };
    const models = house({ accounts: [{ ...account, ...(compatibility && { compatibility }) }] }, { fetch });
    const able = models.info("compatible/large").capabilities;
    await collect(
      models.stream(
        modelRequest({ model: "compatible/large", cache_key: "c", reasoning: "high" }),
        new AbortController().signal,
      ),
    );
    return { able, requests };
  }

  test("is asked nothing about its models, which are taken to be able to read everything", async () => {
    const { able, requests } = await asked(true);
    expect(able).toMatchObject({ tool: true, image: true, audio: true, file: true });
    expect(requests.every(({ url }) => url.endsWith("/chat/completions"))).toBe(true);
    expect(requests[0]?.body).not.toHaveProperty("prompt_cache_key");
    expect(requests[0]?.body).not.toHaveProperty("reasoning_effort");
    const usual = await asked(false);
    expect(usual.able).toMatchObject({ image: true, audio: false, file: false });
    expect(usual.requests.some(({ url }) => !url.endsWith("/chat/completions"))).toBe(true);
  });
});
