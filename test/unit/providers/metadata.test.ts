import { describe, expect, test } from "vitest";
import { parseCatalog } from "../../../src/providers/catalog/catalog.ts";
import type { MetadataCache } from "../../../src/providers/metadata/metadata.ts";
import { createMetadata } from "../../../src/providers/metadata/metadata.ts";
import { readPublished } from "../../../src/providers/metadata/published.ts";
import { testClock } from "../../support/test-clock.ts";

const catalog = parseCatalog([
  {
    path: "router.toml",
    text: '[provider]\nname = "router"\nlabel = "Router"\nprotocol = "openai"\nmetadata_path = "/models"\n',
  },
]);

const LIST = {
  data: [
    {
      id: "maker/seer",
      context_length: 200_000,
      architecture: { input_modalities: ["text", "image"] },
      supported_parameters: ["tools", "response_format"],
      top_provider: { max_completion_tokens: 16_000 },
      pricing: {
        prompt: "0.000002",
        completion: "0.00001",
        input_cache_read: "0.0000002",
        input_cache_write: "0.0000025",
      },
    },
    {
      id: "maker/plain",
      architecture: { input_modalities: ["text"], output_modalities: ["text", "image"] },
      supported_parameters: [],
      pricing: { prompt: "-1", completion: "-1" },
    },
    { id: "maker/silent" },
    { nothing: "of use" },
    null,
  ],
};

describe("what a list says", () => {
  const models = readPublished(LIST);

  test("of a model: sizes, what it takes, what it costs", () => {
    expect(models.get("maker/seer")).toEqual({
      context_window: 200_000,
      max_output_tokens: 16_000,
      capabilities: { image: true, audio: false, file: false, tool: true, json: true, reasoning: false },
      price: { input: 2, output: 10, cache_read: 0.2, cache_write_5m: 2.5, cache_write_1h: 2.5 },
    });
  });

  test("nothing of what it leaves out, and no price where it has none", () => {
    expect(models.get("maker/plain")).toEqual({
      capabilities: {
        ...{ image: false, audio: false, file: false, tool: false, json: false, reasoning: false },
        ...{ image_output: true, audio_output: false },
      },
    });
    expect(models.get("maker/silent")).toEqual({ capabilities: {} });
    expect(models.size).toBe(3);
  });

  test.each([null, [], "list", { data: "none" }])("of %j: nothing", (value) => {
    expect(readPublished(value).size).toBe(0);
  });
});

interface Kept {
  [provider: string]: { text: string; fetched_at: number };
}

function shelf(answer: () => Response, kept: Kept = {}, address: string | null = "https://router.test/v1") {
  const clock = testClock(0);
  const asked: string[] = [];
  const failures: string[] = [];
  const cache: MetadataCache = {
    read: (provider) => Promise.resolve(kept[provider]),
    write: (provider, entry) => {
      kept[provider] = entry;
      return Promise.resolve();
    },
  };
  const metadata = createMetadata({
    catalog,
    cache,
    clock,
    fetch: (url) => {
      asked.push(String(url));
      return Promise.resolve(answer());
    },
    addressOf: () => address ?? undefined,
    onFailure: (_provider, problem) => void failures.push(String(problem)),
  });
  return { metadata, clock, asked, failures, kept };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const SEER = "router/maker/seer";

describe("the list of a provider", () => {
  test("is fetched behind the first look-up, and known to the next", async () => {
    const { metadata, asked } = shelf(() => Response.json(LIST));
    expect(metadata.lookup(SEER)).toBeUndefined();
    expect(metadata.lookup(SEER)).toBeUndefined();
    await settled();
    expect(metadata.lookup(SEER)).toMatchObject({ context_window: 200_000 });
    expect(asked).toEqual(["https://router.test/v1/models"]);
  });

  test("is kept for a day, by every isolate", async () => {
    const kept: Kept = {};
    const first = shelf(() => Response.json(LIST), kept);
    first.metadata.lookup(SEER);
    await settled();
    const second = shelf(() => Response.json(LIST), kept);
    second.metadata.lookup(SEER);
    await settled();
    expect(second.metadata.lookup(SEER)).toMatchObject({ price: { input: 2 } });
    expect(second.asked).toEqual([]);
    await second.clock.advance(86_400_001);
    second.metadata.lookup(SEER);
    await settled();
    expect(second.asked).toHaveLength(1);
  });

  test("that cannot be had is asked for again ten minutes later, and what was known stays", async () => {
    const { metadata, clock, asked, failures } = shelf(() => new Response("busy", { status: 503 }));
    metadata.lookup(SEER);
    await settled();
    metadata.lookup(SEER);
    await settled();
    expect(asked).toHaveLength(1);
    expect(failures).toEqual(["Error: the model list answered with status 503"]);
    await clock.advance(600_000);
    metadata.lookup(SEER);
    await settled();
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["a web page", () => new Response("<html>", { status: 200 })],
    ["an empty list", () => Response.json({ data: [] })],
  ])("that is %s is a failure", async (_, answer) => {
    const { metadata, failures } = shelf(answer);
    metadata.lookup(SEER);
    await settled();
    expect(failures).toEqual(["Error: the model list holds no model"]);
  });

  test("is not asked for while the provider is not configured, nor for a provider that publishes none", async () => {
    const { metadata, asked } = shelf(() => Response.json(LIST), {}, null);
    metadata.lookup(SEER);
    metadata.lookup("nobody/model");
    await settled();
    expect(asked).toEqual([]);
  });
});
