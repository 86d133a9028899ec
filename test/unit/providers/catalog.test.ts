import { describe, expect, test } from "vitest";
import { Load } from "../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import { parseCatalog } from "../../../src/providers/catalog/catalog.ts";
import { createModels } from "../../../src/providers/create-models.ts";
import type { ModelsOptions } from "../../../src/providers/models-options.ts";
import { tierFor } from "../../../src/providers/prices.ts";
import { catalog } from "../../contract/providers/wires.ts";
import { testClock } from "../../support/test-clock.ts";
import { collect, modelRequest } from "./scenes.ts";

function house(settings: { [name: string]: string } = {}, overrides: Partial<ModelsOptions> = {}) {
  return createModels({
    load: new Load(),
    catalog,
    setting: (name) => settings[name],
    accounts: createMemoryAccountStore(),
    clock: testClock(),
    random: () => 0,
    createCallId: () => "call_1",
    fetch: () => Promise.reject(new TypeError("no network in this test")),
    ...overrides,
  });
}

const MINIMAL = `[provider]\nname = "acme"\nlabel = "Acme"\nprotocol = "openai"\nkey_variable = "ACME_API_KEY"\n`;
const parse = (text: string) => parseCatalog([{ path: "r2/models/acme.toml", text }]);

describe("a catalog file", () => {
  test("that is right gives its models, with the provider's defaults", () => {
    const { models } = parse(
      `${MINIMAL}[provider.defaults]\ncontext_window = 5_000\n[[model]]\nid = "one"\n[[model]]\nid = "two"\ncontext_window = 9_000`,
    );
    expect(models.map(({ id, context_window }) => [id, context_window])).toEqual([
      ["acme/one", 5_000],
      ["acme/two", 9_000],
    ]);
  });

  test.each([
    ["is not TOML", "[provider", /acme\.toml: .*Correct the file/s],
    ["lacks a name", '[provider]\nlabel = "A"\nprotocol = "openai"', /provider\.name/],
    ["speaks an unknown protocol", MINIMAL.replace('"openai"', '"gopher"'), /provider\.protocol/],
    [
      "has a price below zero",
      `${MINIMAL}[[model]]\nid = "one"\nprices = [{ input = -1, output = 1 }]`,
      /model\[0\]\.prices\[0\]\.input/,
    ],
    [
      "has a date that is none",
      `${MINIMAL}[[model]]\nid = "one"\nprices = [{ from = "soon", input = 1, output = 1 }]`,
      /2026-10-07/,
    ],
    ["has a field that nobody knows", `${MINIMAL}[[model]]\nid = "one"\nwindow = 5`, /window/],
    [
      "names a model twice",
      `${MINIMAL}[[model]]\nid = "one"\n[[model]]\nid = "one"`,
      /"acme\/one" is there twice/,
    ],
  ])("that %s is refused by name", (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test("for a provider that another file has is refused", () => {
    const twice = [
      { path: "a.toml", text: MINIMAL },
      { path: "b.toml", text: MINIMAL },
    ];
    expect(() => parseCatalog(twice)).toThrow(/b\.toml: provider "acme" is declared in another file too/);
  });
});

describe("which model is the default", () => {
  test.each<[string, { [name: string]: string }, string, string]>([
    ["nothing", {}, "offline/nightjar", "offline/nightjar"],
    [
      "a key of Anthropic",
      { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" },
      "anthropic/claude-sonnet-5-5",
      "anthropic/claude-haiku-5-5",
    ],
    [
      "a key of OpenAI",
      { OPENAI_API_KEY: "k", OPENROUTER_API_KEY: "k" },
      "openai/gpt-6.1-terra",
      "openai/gpt-6-luna",
    ],
    [
      "an address for OpenAI, without a key",
      { OPENAI_BASE_URL: "http://127.0.0.1:9200/v1" },
      "openai/gpt-6.1-terra",
      "openai/gpt-6-luna",
    ],
    ["an address for Ollama", { OLLAMA_BASE_URL: "http://127.0.0.1:11434" }, "ollama/qwen3", "ollama/qwen3"],
    [
      "its own setting",
      { ANTHROPIC_API_KEY: "k", DEFAULT_MODEL: "openai/mock" },
      "openai/mock",
      "openai/gpt-6-luna",
    ],
    [
      "both settings",
      { DEFAULT_MODEL: "openai/mock", FAST_MODEL: "openai/small" },
      "openai/mock",
      "openai/small",
    ],
  ])("with %s", (_, settings, model, fast) => {
    const models = house(settings);
    expect([models.defaultModel(), models.fastModel()]).toEqual([model, fast]);
  });

  test("with the binding of Workers AI", () => {
    expect(house({}, { ai: { run: () => Promise.resolve({}) } }).defaultModel()).toMatch(/^workers-ai\//);
  });
});

describe("a model that cannot be called", () => {
  async function failure(model: string, settings = {}) {
    const events = await collect(
      house(settings).stream(modelRequest({ model }), new AbortController().signal),
    );
    expect(events).toHaveLength(1);
    return events[0];
  }

  test.each([
    [
      "anthropic/claude-sonnet-5-5",
      /^Anthropic is not connected\. .* sets ANTHROPIC_API_KEY in \.dev\.vars .* or choose another model\.$/,
    ],
    ["google/gemini-3.8-flash", /^Google .*GOOGLE_API_KEY/],
    ["ollama/qwen3", /^Ollama is not connected.*OLLAMA_BASE_URL/],
    ["workers-ai/@cf/openai/gpt-oss-120b", /once Nightjar is deployed/],
  ])("%s says what to set", async (model, reason) => {
    expect(await failure(model)).toMatchObject({
      type: "failed",
      failure: { kind: "not_configured", reason: expect.stringMatching(reason) },
    });
  });

  test.each(["nobody/model", "gpt-5", "/x", "x/"])("%s says how a model is named", async (model) => {
    expect(await failure(model)).toMatchObject({
      type: "failed",
      failure: { kind: "bad_request", reason: expect.stringContaining("provider/model") },
    });
  });
});

test("an id that no file knows has the provider's defaults and no price", () => {
  const models = house({ OPENAI_API_KEY: "k" });
  expect(models.info("openai/mock")).toMatchObject({
    id: "openai/mock",
    context_window: 128_000,
    capabilities: { tool: true, image: true },
  });
  expect(models.estimate("openai/mock", 1_000, 1_000)).toBeNull();
});

test("a call of a model that thinks may cost its words and the room for thinking", () => {
  const models = house({ ANTHROPIC_API_KEY: "k" });
  const id = "anthropic/claude-sonnet-5";
  const most = (reasoning?: "off" | "low") =>
    models.mostCost(id, { prompt_tokens: 500, max_output_tokens: 1_000, ...(reasoning && { reasoning }) });
  expect(most()).toBe(models.estimate(id, 500, 1_000 + 4_096));
  expect(most("low")).toBe(models.estimate(id, 500, 1_000 + 2_048));
  expect(models.mostCost("openai/mock", { prompt_tokens: 1, max_output_tokens: 1 })).toBeNull();
});

test("lists never hold a key", () => {
  const models = house({
    ANTHROPIC_API_KEY: "sk-first-secret, sk-second-secret",
    OPENAI_API_KEY: "sk-third-secret",
  });
  expect(models.providers().find(({ name }) => name === "anthropic")?.accounts).toHaveLength(2);
  expect(JSON.stringify([models.list(), models.providers()])).not.toContain("secret");
});

test("what is known of a model: the catalog first, then the provider, then words and images", () => {
  const metadata = {
    lookup: () => ({ context_window: 77_000, capabilities: { tool: false, image: false, reasoning: false } }),
  };
  const models = house({}, { metadata });
  expect(models.info("openrouter/some/model")).toMatchObject({
    context_window: 77_000,
    capabilities: { tool: false, image: false, audio: false, file: false },
  });
  expect(models.info("anthropic/claude-sonnet-5-5")).toMatchObject({
    context_window: 1_000_000,
    capabilities: { tool: true, image: true, reasoning: true },
  });
});

test("each file of the repository is right: what has a price has one for a short prompt today", () => {
  const priced = catalog.models.filter((model) => model.prices.length > 0);
  expect(priced.length).toBeGreaterThan(15);
  for (const { prices } of priced) {
    for (const tier of prices) expect(tier.output).toBeGreaterThanOrEqual(tier.input);
    expect(tierFor(prices, 1_000, testClock().now())).toBeDefined();
  }
});
