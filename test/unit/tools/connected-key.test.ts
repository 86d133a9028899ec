import { expect, test } from "vitest";
import { pictureSettings } from "../../../src/app/wiring/outside/connected-key.ts";
import type { Account, AccountState } from "../../../src/providers/accounts.ts";
import { createGenerateImageTool } from "../../../src/tools/media/generate-image.ts";

const OPENAI: Account = { id: "acc_1", provider: "openai", label: "OpenAI", key: "sk-one", priority: 100 };

/** Accounts that were connected for models, with what is known of their state. */
function connected(accounts: readonly Account[], states: Record<string, AccountState> = {}) {
  return { snapshot: () => ({ accounts, states: new Map(Object.entries(states)) }) };
}

test("a key that was connected for models serves pictures, from then on", () => {
  const accounts: Account[] = [];
  const settings = pictureSettings({}, connected(accounts));
  const fetch = () => Promise.reject(new Error("nothing is asked"));
  const guard = { load: () => Promise.reject(), fetch, screen: () => ({ ok: true }) as const };
  const files = { put: () => Promise.reject(new Error("nothing is kept")) };
  const draws = createGenerateImageTool({ fetch, guard, settings, files });
  expect(draws.isOffered?.()).toBe(false);
  accounts.push(OPENAI);
  expect(draws.isOffered?.()).toBe(true);
});

test("a key of the settings goes first; a refused one, and one of another server, are not used", () => {
  const own = pictureSettings({ OPENAI_API_KEY: "sk-set" }, connected([OPENAI]));
  expect(own.OPENAI_API_KEY).toBe("sk-set");
  const refused = { acc_1: { disabled: { at: 1, reason: "Refused." } } };
  expect(pictureSettings({}, connected([OPENAI], refused)).OPENAI_API_KEY).toBeUndefined();
  const elsewhere = { ...OPENAI, base_url: "http://127.0.0.1:8000/v1" };
  expect(pictureSettings({}, connected([elsewhere])).OPENAI_API_KEY).toBeUndefined();
});
