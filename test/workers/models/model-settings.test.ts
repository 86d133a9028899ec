/** Settings of models over HTTP: an admin's word goes before all others, and is taken back value by value. */
import { expect, test } from "vitest";
import { callApi, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const MODEL = "openai/settable";
const PATH = `/models/settings?model=${encodeURIComponent(MODEL)}`;

interface Settings {
  model: { name: string; context_window: number; hidden: boolean; capabilities: Record<string, boolean> };
  values: { context_window: unknown; label: unknown; capabilities: Record<string, unknown> };
}

const read = () => callApi<Settings>("GET", PATH);
const change = (fields: object) =>
  callApi<Settings>("PATCH", "/models/settings", { model: MODEL, ...fields });

test("a value that is set holds at once, says so, and goes back to where it came from", async () => {
  const before = await read();
  const set = await change({
    label: "Ours",
    context_window: 9_000,
    hidden: true,
    capabilities: { image: false, tool: false },
  });
  expect(set.model).toMatchObject({ name: "Ours", context_window: 9_000, hidden: true });
  expect(set.model.capabilities).toMatchObject({ image: false, tool: false });
  expect(set.values.context_window).toMatchObject({ value: 9_000, from: "set" });
  const part = await change({ context_window: null, capabilities: { tool: null } });
  expect(part.values.context_window).toEqual(before.values.context_window);
  expect(part.model.capabilities).toMatchObject({ image: false, tool: true });
  expect(part.values.label).toMatchObject({ value: "Ours" });
  await change({ label: null, hidden: null, capabilities: { image: null } });
  expect(await read()).toEqual(before);
});

test("a value that makes no sense is refused with the reason, and changes nothing", async () => {
  const before = await read();
  for (const [fields, word] of [
    [{ context_window: 0 }, "context_window"],
    [{ top_p: 0 }, "top_p"],
    [{ stop: [] }, "stop"],
    [{ capabilities: { flying: true } }, "capabilities"],
    [{ context_window: 1_000, max_output_tokens: 2_000 }, "doesn't fit a context window of 1000"],
  ] as const) {
    const response = await request("PATCH", "/models/settings", { model: MODEL, ...fields });
    expect([response.status, ((await response.json()) as { reason: string }).reason]).toEqual([
      400,
      expect.stringContaining(word),
    ]);
  }
  expect((await request("PATCH", "/models/settings", { model: "nobody/x", hidden: true })).status).toBe(400);
  expect(await read()).toEqual(before);
});

test("nobody but an admin reads or changes them", async () => {
  const member = await somebody("member");
  expect((await member.ask("GET", PATH)).status).toBe(403);
  expect((await member.ask("PATCH", "/models/settings", { model: MODEL, hidden: true })).status).toBe(403);
});

test("compatibility mode is for a server of one's own that speaks chat completions", async () => {
  const base_url = "https://models.example.org/v1";
  const add = (provider: string, more: object = {}) =>
    callApi<{ id: string }>("POST", "/accounts", { provider, key: "sk-of-a-test-0123456789", ...more });
  const own = await add("compatible", { base_url });
  const at = `/accounts/${own.id}`;
  expect(await callApi("PATCH", at, { compatibility: true })).toMatchObject({ compatibility: true });
  const able = async () =>
    (await callApi<Settings>("GET", "/models/settings?model=compatible%2Flarge")).model.capabilities;
  expect(await able()).toMatchObject({ audio: true, file: true });
  expect(await callApi("PATCH", at, { compatibility: false })).not.toHaveProperty("compatibility");
  expect(await able()).toMatchObject({ audio: false, file: false });
  const others = [await add("openrouter"), await add("anthropic", { base_url })];
  for (const { id } of others)
    expect((await request("PATCH", `/accounts/${id}`, { compatibility: true })).status).toBe(409);
  for (const { id } of [own, ...others]) await callApi("DELETE", `/accounts/${id}`);
});
