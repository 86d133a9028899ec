/** The operator's keys over HTTP: they go in, serve calls, and never come out. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { tell } from "../support/model-wire/told-model.ts";
import { soon } from "../support/soon.ts";
import { callApi, chat, request } from "./api.ts";

interface Account {
  id: string;
  provider: string;
  label: string;
  priority: number;
  key_hint: string;
  readable: boolean;
  from_settings: boolean;
  state: { cooling_until?: string; disabled?: { reason: string } };
  spent: { calls: number; cost_usd: number };
}

const KEY = "sk-or-canary-account-3b7e55-0123456789";

async function accounts(): Promise<Account[]> {
  return (await callApi<{ items: Account[] }>("GET", "/accounts")).items;
}

test("a key is added, listed by its end alone, changed and removed", async () => {
  const added = await callApi<Account>("POST", "/accounts", {
    provider: "openrouter",
    label: "Mine",
    key: KEY,
  });
  expect(added).toMatchObject({
    provider: "openrouter",
    label: "Mine",
    priority: 100,
    key_hint: "6789",
    readable: true,
  });
  expect((await accounts()).find(({ id }) => id === added.id)).toEqual(added);
  const { items } = await callApi<{ items: { name: string; configured: boolean }[] }>("GET", "/providers");
  expect(items.find(({ name }) => name === "openrouter")?.configured).toBe(true);
  const changed = await callApi<Account>("PATCH", `/accounts/${added.id}`, { label: "Ours", priority: 1 });
  expect(changed).toMatchObject({ label: "Ours", priority: 1, key_hint: "6789" });
  const path = `/accounts/${added.id}`;
  expect(await callApi<Account>("PATCH", path, { profile: "light" })).toMatchObject({ profile: "light" });
  expect(await callApi<Account>("PATCH", path, { profile: null })).not.toHaveProperty("profile");
  expect((await request("DELETE", `/accounts/${added.id}`)).status).toBe(204);
  expect((await request("DELETE", `/accounts/${added.id}`)).status).toBe(404);
});

test("no answer and no row holds the key", async () => {
  const { id } = await callApi<Account>("POST", "/accounts", { provider: "openrouter", key: KEY });
  const texts = await Promise.all(
    ["/accounts", "/providers", "/models", "/status", "/openapi.json"].map(async (path) =>
      (await request("GET", path)).text(),
    ),
  );
  expect(texts.join("")).not.toContain(KEY);
  const { DB } = env as unknown as { DB: D1Database };
  expect(JSON.stringify((await DB.prepare("SELECT * FROM accounts").all()).results)).not.toContain(KEY);
  await callApi("DELETE", `/accounts/${id}`);
});

test("those of the settings are listed too, and are changed there", async () => {
  const own = (await accounts()).find(({ provider }) => provider === "openai");
  expect(own).toMatchObject({ from_settings: true });
  const response = await request("PATCH", `/accounts/${own?.id}`, { label: "Other" });
  expect(response.status).toBe(409);
  expect(((await response.json()) as { reason: string }).reason).toContain("settings");
});

test("a key that a provider refuses is switched off, and the owner sees why; then it is switched on again", async () => {
  const said = await chat(tell({ status: 401, echo_key: true }), { model: "anthropic/claude-sonnet-5" });
  expect(said.status).toBe("failed");
  expect(JSON.stringify(said)).not.toContain("canary");
  const refused = await soon(async () => {
    const found = (await accounts()).find(({ provider }) => provider === "anthropic");
    expect(found?.state.disabled).toBeDefined();
    return found;
  });
  expect(refused?.state.disabled?.reason).not.toContain("canary");
  const { problems } = await callApi<{ problems: string[] }>("GET", "/status");
  expect(problems).toEqual([expect.stringContaining("Anthropic")]);
  const again = await callApi<Account>("PATCH", `/accounts/${refused?.id}`, { enabled: true });
  expect(again.state).toEqual({});
  expect((await callApi<{ problems: string[] }>("GET", "/status")).problems).toEqual([]);
});

test("what makes no sense is refused with the reason", async () => {
  for (const [body, word] of [
    [{ provider: "nobody", key: KEY }, "provider"],
    [{ provider: "openrouter" }, "key"],
    [{ provider: "openrouter", key: "with space" }, "key"],
    [{ provider: "openrouter", key: KEY, priority: -1 }, "priority"],
  ] as const) {
    const response = await request("POST", "/accounts", body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { reason: string }).reason).toContain(word);
  }
});

test("an address that no confirmation opens is refused, and none at all is asked for", async () => {
  for (const base_url of ["http://169.254.169.254/v1", "ftp://models.example.org"]) {
    const body = { provider: "compatible", base_url, allow_address: "169.254.169.254:80" };
    const response = await request("POST", "/accounts", body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { reason: string }).reason).toContain("base_url");
  }
  const nowhere = await request("POST", "/accounts", { provider: "compatible", key: KEY });
  expect(((await nowhere.json()) as { reason: string }).reason).toContain("enter the server's address");
});

test("an address inside is kept once the operator has confirmed that very host, until it is taken back", async () => {
  const at = (allow_address?: string) =>
    request("POST", "/accounts", {
      provider: "compatible",
      base_url: "http://10.0.0.7:8000/v1",
      allow_address,
    });
  for (const unfit of [undefined, "10.0.0.7", "10.0.0.8:8000"]) {
    const asked = await at(unfit);
    expect([asked.status, await asked.json()]).toMatchObject([
      409,
      { error: "unconfirmed", reason: expect.stringContaining("10.0.0.7:8000") },
    ]);
  }
  const added = await at("10.0.0.7:8000");
  expect(added.status).toBe(201);
  const addresses = () => callApi<{ items: { host: string }[] }>("GET", "/models/addresses");
  expect((await addresses()).items.map(({ host }) => host)).toEqual(["10.0.0.7:8000"]);
  expect((await at()).status).toBe(201);
  expect((await request("DELETE", "/models/addresses/10.0.0.7:8000")).status).toBe(204);
  expect((await addresses()).items).toEqual([]);
  expect((await at()).status).toBe(409);
  expect((await at("10.0.0.7:8000")).status).toBe(201);
  for (const { id } of (await accounts()).filter(({ provider }) => provider === "compatible"))
    await callApi("DELETE", `/accounts/${id}`);
  // With the last account of its host the confirmation goes too.
  expect((await addresses()).items).toEqual([]);
});

test("where no ports are named, nothing is looked for on this machine", async () => {
  expect(await callApi("GET", "/models/nearby")).toEqual({ items: [], next_cursor: null });
});

test("an account of a model that is chosen makes it everybody's default, and taking it back undoes that", async () => {
  const before = await callApi<{ default: string }>("GET", "/models");
  const chosen = await callApi("PUT", "/models/chosen", { default: "openai/told", fast: "openai/quick" });
  expect(chosen).toEqual({ default: "openai/told", fast: "openai/quick" });
  expect(await callApi("GET", "/models")).toMatchObject({ default: "openai/told", fast: "openai/quick" });
  const wrong = await request("PUT", "/models/chosen", { default: "nobody/none" });
  expect(wrong.status).toBe(400);
  await callApi("PUT", "/models/chosen", { default: null, fast: null });
  expect(await callApi<{ default: string }>("GET", "/models")).toMatchObject({ default: before.default });
});

test("an account is tried by a tiny call, and one that is not there is said to be missing", async () => {
  const own = (await accounts()).find(({ provider }) => provider === "openai");
  expect(await callApi("POST", `/accounts/${own?.id}/test`, { model: "told" })).toMatchObject({
    ok: true,
    model: "openai/told",
    text: "ok",
  });
  expect((await request("POST", "/accounts/acc_none/test", {})).status).toBe(404);
  expect((await request("GET", "/accounts/acc_none/models")).status).toBe(404);
});

test("a trial is booked, and an account shows what it was billed this month", async () => {
  await callApi("PUT", "/models/prices", { model: "openai/told", price: { input: 2, output: 10 } });
  const before = (await accounts()).find(({ provider }) => provider === "openai");
  await chat(tell({ text: ["Hello."], usage: { input: 10_000, output: 8_000 } }));
  await soon(async () => {
    const now = (await accounts()).find(({ provider }) => provider === "openai");
    expect((now?.spent.cost_usd ?? 0) - (before?.spent.cost_usd ?? 0)).toBeCloseTo(0.1);
  });
  await callApi("POST", `/accounts/${before?.id}/test`, { model: "told" });
  const { DB } = env as unknown as { DB: D1Database };
  const tests = await DB.prepare("SELECT model, cost_usd FROM costs WHERE purpose = 'test'").all();
  expect(tests.results).toContainEqual({ model: "told", cost_usd: expect.any(Number) });
  await callApi("PUT", "/models/prices", { model: "openai/told", price: null });
  expect((await request("PUT", "/models/prices", { model: "nobody/x", price: null })).status).toBe(400);
});

test("a price that is entered is used from then on, and taken back", async () => {
  const ask = () => chat(tell({ text: ["Hello."], usage: { input: 1_000_000, output: 1_000_000 } }));
  expect((await ask()).cost_usd).toBeNull();
  const price = { input: 0.5, output: 1 };
  expect(await callApi("PUT", "/models/prices", { model: "openai/told", price })).toMatchObject({
    price,
    price_entered: true,
  });
  expect((await ask()).cost_usd).toBe(1.5);
  await callApi("PUT", "/models/prices", { model: "openai/told", price: null });
  expect((await ask()).cost_usd).toBeNull();
});

test("favourite models are a person's own", async () => {
  const favourite_models = ["openai/told", "ollama/qwen3:8b"];
  expect(await callApi("PATCH", "/preferences", { favourite_models })).toMatchObject({ favourite_models });
  expect(await callApi("GET", "/preferences")).toMatchObject({ favourite_models });
  expect((await request("PATCH", "/preferences", { favourite_models: ["none"] })).status).toBe(400);
  await callApi("PATCH", "/preferences", { favourite_models: null });
});
