import { describe, expect, it } from "vitest";
import { Load } from "../../../../src/platform/load.ts";
import { type AccountSnapshot, createMemoryAccountStore } from "../../../../src/providers/accounts.ts";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { isTalking } from "../../../../src/providers/catalog/talking.ts";
import { createModels } from "../../../../src/providers/create-models.ts";
import { createLocalServer } from "../../../../src/providers/probe/local-server.ts";
import { isAmong } from "../../../../src/providers/reachable-models.ts";
import { testClock } from "../../../support/test-clock.ts";

const ACME = `
[provider]
name = "acme"
label = "Acme"
protocol = "openai"
default_model = "large"
[[model]]
id = "large"
prices = [{ input = 2, output = 10 }]
[[model]]
id = "old"
`;

const ACCOUNT = { id: "acc_1", provider: "acme", label: "Acme", key: "k", priority: 0 };

function models(snapshot: Partial<AccountSnapshot>) {
  const store = createMemoryAccountStore([ACCOUNT]);
  return createModels({
    load: new Load(),
    catalog: parseCatalog([{ path: "acme.toml", text: ACME }]),
    setting: () => undefined,
    accounts: { ...store, snapshot: () => ({ ...store.snapshot(), ...snapshot }) },
    clock: testClock(0),
    random: () => 0,
    createCallId: () => "call",
    fetch: () => Promise.reject(new Error("nobody is asked")),
  });
}

const reaches = (...ids: string[]) => ({ reaches: new Map([["acc_1", ids]]) });

describe("models that accounts reach", () => {
  it("can be chosen though no catalog names them, their price being unknown; embedders cannot", () => {
    const listed = models(reaches("large-2026-01-01", "brand-new", "nomic-embed-text")).list();
    expect(listed.map(({ id, configured, price }) => [id, configured, price?.input])).toEqual([
      ["acme/large", true, 2],
      ["acme/old", false, undefined],
      ["acme/large-2026-01-01", true, undefined],
      ["acme/brand-new", true, undefined],
    ]);
  });

  it("are not known where nobody asked: then all of the catalog can answer", () => {
    expect(
      models({})
        .list()
        .map(({ configured }) => configured),
    ).toEqual([true, true]);
  });

  it("give the default: the provider's own, else the first that answers in words", () => {
    expect(models(reaches("all-minilm", "large")).defaultModel()).toBe("acme/large");
    expect(models(reaches("all-minilm", "qwen3:8b")).defaultModel()).toBe("acme/qwen3:8b");
    expect(models(reaches("all-minilm")).defaultModel()).toBe("offline/nightjar");
  });

  it("bear dates in some lists, and a small one is not the large one", () => {
    expect(isAmong("gpt-5", ["gpt-5-2026-08-07"])).toBe(true);
    expect(isAmong("qwen3", ["qwen3:latest"])).toBe(true);
    expect(isAmong("gpt-5", ["gpt-5-mini"])).toBe(false);
  });
});

it.each([
  ["text-embedding-3-small", false],
  ["nomic-embed-text", false],
  ["all-minilm:22m", false],
  ["@cf/baai/bge-m3", false],
  ["whisper-1", false],
  ["gpt-5-mini", true],
  ["deepseek/deepseek-chat", true],
  ["qwen3:8b", true],
])("%s answers in words: %s", (id, answers) => {
  expect(isTalking(id)).toBe(answers);
});

it("a price that was entered counts before the catalog's, and where there is none", () => {
  const prices = new Map([
    ["acme/large", { input: 1, output: 1 }],
    ["acme/own", { input: 4, output: 8 }],
  ]);
  const { estimate, describe: described } = models({ prices });
  expect(estimate("acme/large", 1_000_000, 0)).toBe(1);
  expect(estimate("acme/own", 0, 1_000_000)).toBe(8);
  expect(described("acme/own")).toMatchObject({ price: { input: 4 }, price_entered: true });
  expect(described("acme/old")).toMatchObject({ price: null, price_entered: false });
  expect(described("nobody/old")).toBeUndefined();
});

describe("a server of models beside the instance", () => {
  const server = (answer: () => Promise<Response>) => {
    const clock = testClock(0);
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return answer();
    };
    const local = createLocalServer({ address: "http://127.0.0.1:11434/v1", fetch, clock });
    return { local, clock, asked: () => asked };
  };

  it("is found with its models, and looked for again after a while", async () => {
    const { local, asked } = server(async () => Response.json({ data: [{ id: "qwen3:8b" }] }));
    expect(local.isKnown).toBe(false);
    await local.ready();
    expect([local.isKnown, local.models()]).toEqual([true, ["qwen3:8b"]]);
    expect(asked()).toBe(1);
  });

  it("that is not there, or is something else, is none", async () => {
    const gone = server(() => Promise.reject(new TypeError("refused")));
    await gone.local.ready();
    expect(gone.local.models()).toBeUndefined();
    const other = server(async () => new Response("<html>"));
    await other.local.ready();
    expect(other.local.models()).toBeUndefined();
  });
});
