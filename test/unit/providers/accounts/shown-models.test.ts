import { describe, expect, it } from "vitest";
import { Load } from "../../../../src/platform/load.ts";
import { type Account, createMemoryAccountStore } from "../../../../src/providers/accounts.ts";
import type { ShownWhere } from "../../../../src/providers/capabilities.ts";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { createModels } from "../../../../src/providers/create-models.ts";
import { createServerMetadata } from "../../../../src/providers/probe/server-metadata.ts";
import { testClock } from "../../../support/test-clock.ts";

const WHERE = {
  address: "http://127.0.0.1:11434/v1",
  key: "",
  model: "gemma3:4b",
  ways: ["ollama"],
} satisfies ShownWhere;
const SEES = {
  capabilities: ["completion", "vision"],
  model_info: { "general.architecture": "gemma3", "gemma3.context_length": 131_072 },
};

/** An Ollama, asked when something is looked up. */
function server(answer: () => Response = () => Response.json(SEES)) {
  const asked: { url: string; body: unknown; headers: Headers }[] = [];
  const clock = testClock(0);
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({
      url: String(url),
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
      headers: new Headers(init?.headers),
    });
    return answer();
  };
  return { asked, clock, fetch, shown: createServerMetadata({ fetch, clock }) };
}

/** What is asked behind a look-up is there once all that was begun has ended. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("what an Ollama says of a model", () => {
  it("is asked behind the first look-up, once, and known to the next", async () => {
    const { shown, asked } = server();
    expect(shown.lookup(WHERE)).toBeUndefined();
    shown.lookup(WHERE);
    await settled();
    expect(shown.lookup(WHERE)).toEqual({
      capabilities: { tool: false, image: true, audio: false, file: false, reasoning: false },
      context_window: 32_768,
    });
    expect(asked.map(({ url, body }) => [url, body])).toEqual([
      ["http://127.0.0.1:11434/api/show", { model: "gemma3:4b" }],
    ]);
  });

  it("is asked with the account's key, and anew after an hour", async () => {
    const { shown, asked, clock } = server();
    shown.lookup({ ...WHERE, key: "sk-own" });
    await settled();
    await clock.advance(3_599_000);
    shown.lookup({ ...WHERE, key: "sk-own" });
    await clock.advance(2_000);
    shown.lookup({ ...WHERE, key: "sk-own" });
    expect(asked).toHaveLength(2);
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer sk-own");
  });

  it.each([
    ["as it is set", { ...SEES, parameters: 'stop "<end>"\nnum_ctx                        8192' }, 8_192],
    ["beyond what is safe where it is set so", { ...SEES, parameters: "num_ctx 65536" }, 65_536],
    ["of a small model", { ...SEES, model_info: { "tiny.context_length": 2_048 } }, 2_048],
    ["not at all", { capabilities: [] }, undefined],
  ])("tells its window %s", async (_how, answer, window) => {
    const { shown } = server(() => Response.json(answer));
    shown.lookup(WHERE);
    await settled();
    expect(shown.lookup(WHERE)?.context_window).toBe(window);
  });

  it.each([
    ["no Ollama", () => new Response("404 page not found", { status: 404 })],
    ["something else altogether", () => Response.json(["hello"])],
    ["an Ollama too old to tell", () => Response.json({ license: "MIT" })],
  ])("is nothing where the server is %s", async (_what, answer) => {
    const { shown, asked } = server(answer);
    shown.lookup(WHERE);
    await settled();
    expect(shown.lookup(WHERE)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("stays what it was while the server is away", async () => {
    let isAway = false;
    const { shown, clock } = server(() => {
      if (isAway) throw new TypeError("refused");
      return Response.json(SEES);
    });
    shown.lookup(WHERE);
    await settled();
    isAway = true;
    await clock.advance(3_600_000);
    shown.lookup(WHERE);
    await settled();
    expect(shown.lookup(WHERE)?.capabilities.image).toBe(true);
  });

  it("is asked of eight models at once, and no more", () => {
    const { shown, asked } = server(() => new Response(new ReadableStream()));
    for (let model = 0; model < 20; model++) shown.lookup({ ...WHERE, model: `m${model}` });
    expect(asked).toHaveLength(8);
  });
});

describe("the window of a model on another server of one's own", () => {
  it.each([
    [
      "lm_studio",
      "/api/v0/models",
      { data: [{ id: "m", loaded_context_length: 8_192, max_context_length: 131_072 }] },
      8_192,
    ],
    ["lm_studio", "/api/v0/models", { data: [{ id: "m", max_context_length: 131_072 }] }, 4_096],
    [
      "llama_cpp",
      "/props",
      { default_generation_settings: { n_ctx: 6_144 }, modalities: { vision: true } },
      6_144,
    ],
    ["vllm", "/v1/models", { object: "list", data: [{ id: "m", max_model_len: 40_960 }] }, 40_960],
    ["vllm", "/v1/models", { object: "list", data: [{ id: "other", max_model_len: 40_960 }] }, undefined],
  ] as const)("is read from %s, at %s", async (way, path, answer, window) => {
    const { shown, asked } = server(() => Response.json(answer));
    const where = { ...WHERE, model: "m", ways: [way] };
    shown.lookup(where);
    await settled();
    expect(shown.lookup(where)?.context_window).toBe(window);
    expect(asked.map(({ url }) => url)).toEqual([`http://127.0.0.1:11434${path}`]);
  });

  it("is read by the first API that tells it", async () => {
    const { shown, asked } = server(() =>
      asked.length === 1 ? new Response("", { status: 404 }) : Response.json(SEES),
    );
    const where: ShownWhere = { ...WHERE, ways: ["vllm", "ollama"] };
    shown.lookup(where);
    await settled();
    expect(shown.lookup(where)?.context_window).toBe(32_768);
    expect(asked).toHaveLength(2);
  });
});

describe("a model of a server of one's own", () => {
  const OLLAMA = `
[provider]
name = "ollama"
label = "Ollama"
protocol = "openai"
shows_models = ["ollama"]
base_url = "http://127.0.0.1:11434/v1"
base_url_variable = "OLLAMA_BASE_URL"
[[model]]
id = "known"
capabilities = { image = false }`;

  function models(
    setting: Record<string, string>,
    { more = [], answer }: { more?: readonly Account[]; answer?: () => Response } = {},
  ) {
    const { asked, clock, fetch } = server(answer);
    const made = createModels({
      load: new Load(),
      catalog: parseCatalog([{ path: "ollama.toml", text: OLLAMA }]),
      setting: (name) => setting[name],
      accounts: createMemoryAccountStore(more),
      clock,
      random: () => 0,
      createCallId: () => "call",
      fetch,
    });
    return { asked, info: (id: string) => made.info(id) };
  }

  it("begins with words and images, until the server has said what it takes", async () => {
    const { info } = models({ OLLAMA_BASE_URL: "http://box:11434" });
    expect(info("ollama/gemma3:4b").capabilities).toMatchObject({ tool: true, image: true, audio: false });
    await settled();
    const { capabilities, context_window } = info("ollama/gemma3:4b");
    expect(capabilities).toMatchObject({ tool: false, image: true, audio: false, reasoning: false });
    expect(context_window).toBe(32_768);
  });

  it("is what a file of the catalog says, where one names it", async () => {
    const { info } = models({ OLLAMA_BASE_URL: "http://box:11434" });
    info("ollama/known");
    await settled();
    expect(info("ollama/known").capabilities).toMatchObject({ image: false, tool: false });
  });

  it("is asked of the account's own server, and of nobody where there is none", () => {
    const account = {
      id: "a",
      provider: "ollama",
      label: "A",
      key: "",
      priority: 0,
      base_url: "http://own:1/v1",
    };
    const own = models({}, { more: [account] });
    own.info("ollama/gemma3:4b");
    expect(own.asked.map(({ url }) => url)).toEqual(["http://own:1/api/show"]);
    const none = models({});
    none.info("ollama/gemma3:4b");
    expect(none.asked).toEqual([]);
  });

  it("takes small requests where its window is small, unless its account says otherwise", async () => {
    const account = { id: "a", provider: "ollama", label: "A", key: "", priority: 0 };
    const tiny = () => Response.json({ model_info: { "tiny.context_length": 8_192 } });
    const isLight = async (more: Partial<Account>, answer?: () => Response) => {
      const { info } = models({}, { more: [{ ...account, ...more }], ...(answer && { answer }) });
      info("ollama/m");
      await settled();
      return info("ollama/m").is_light === true;
    };
    expect(await isLight({}, tiny)).toBe(true);
    expect(await isLight({ profile: "full" }, tiny)).toBe(false);
    expect(await isLight({})).toBe(false);
    expect(await isLight({ profile: "light" })).toBe(true);
  });
});
