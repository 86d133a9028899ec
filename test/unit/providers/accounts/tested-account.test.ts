import { expect, it } from "vitest";
import { OFFLINE_MODEL } from "../../../../src/domain/due-promise.ts";
import { Load } from "../../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../../src/providers/accounts.ts";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { createModels } from "../../../../src/providers/create-models.ts";
import { testClock } from "../../../support/test-clock.ts";

const ACME = `
[provider]
name = "acme"
label = "Acme"
protocol = "openai"
base_url = "https://acme.example/v1"
default_model = "large"
[[model]]
id = "large"
`;

const ACCOUNT = { id: "acc_1", provider: "acme", label: "Acme", key: "k", priority: 0 };
const ANSWER = `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;

/** `answers`: what the provider does next, from the first call on. */
function modelsOver(answers: (() => Response)[], reaches?: ReadonlyMap<string, readonly string[]>) {
  const store = createMemoryAccountStore([ACCOUNT]);
  const snapshot = () => ({ ...store.snapshot(), ...(reaches && { reaches }) });
  const accounts = { ...store, snapshot };
  const models = createModels({
    load: new Load(),
    catalog: parseCatalog([{ path: "acme.toml", text: ACME }]),
    setting: () => undefined,
    accounts,
    clock: testClock(0),
    random: () => 0,
    createCallId: () => "call",
    fetch: async () => answers.shift()?.() ?? new Response(null, { status: 500 }),
  });
  return { models, state: () => store.snapshot().states.get(ACCOUNT.id) };
}

const refuses = () => Response.json({ error: { message: "Incorrect API key" } }, { status: 401 });
const answers = () => new Response(ANSWER, { headers: { "content-type": "text/event-stream" } });
const breaks = () => new Response("oops", { status: 500 });

it.each([
  ["refuses its key", refuses],
  ["is broken", breaks],
])(
  "an account whose test fails as the provider %s is off: none of its models is offered, it is no default",
  async (_, fails) => {
    const { models, state } = modelsOver([fails]);
    expect(models.defaultModel()).toBe("acme/large");
    const probed = await models.tryAccount(ACCOUNT.id);
    expect(probed?.ok).toBe(false);
    expect(state()?.disabled?.reason).toBe(probed && !probed.ok ? probed.reason : "");
    expect(models.list().map(({ configured }) => configured)).toEqual([false]);
    expect(models.defaultModel()).toBe(OFFLINE_MODEL);
  },
);

it("a good test switches it on again", async () => {
  const { models, state } = modelsOver([refuses, answers]);
  await models.tryAccount(ACCOUNT.id);
  expect((await models.tryAccount(ACCOUNT.id))?.ok).toBe(true);
  expect(state()).toEqual({});
  expect(models.defaultModel()).toBe("acme/large");
});

it("a test of a certain model says nothing of the account", async () => {
  const { models, state } = modelsOver([breaks]);
  await models.tryAccount(ACCOUNT.id, "nothing-like-it");
  expect(state()).toBeUndefined();
});

it("a model that has answered here stays the default when its key is refused: people are told so, by it", async () => {
  const { models } = modelsOver([refuses], new Map([[ACCOUNT.id, ["large"]]]));
  await models.tryAccount(ACCOUNT.id);
  expect(models.defaultModel()).toBe("acme/large");
});
