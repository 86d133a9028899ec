import { expect, test } from "vitest";
import { mediaSettings } from "../../../src/app/wiring/outside/media-settings.ts";
import type { Account, AccountState } from "../../../src/providers/accounts.ts";
import { createGenerateImageTool } from "../../../src/tools/media/generate-image.ts";
import { createSynthesize } from "../../../src/tools/media/synthesize.ts";
import { createTranscribe } from "../../../src/tools/media/transcribe.ts";

const OPENAI: Account = { id: "acc_1", provider: "openai", label: "OpenAI", key: "sk-one", priority: 100 };

/** Accounts that were connected for models, with what is known of their state. */
function connected(accounts: readonly Account[], states: Record<string, AccountState> = {}) {
  return { snapshot: () => ({ accounts, states: new Map(Object.entries(states)) }) };
}

test("a key that was connected for models serves pictures, speech and dictation, from then on", async () => {
  const accounts: Account[] = [];
  const settings = mediaSettings({}, connected(accounts));
  const authorizations: (string | null)[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    authorizations.push(new Headers(init.headers).get("authorization"));
    return new Response(null, { status: 500 });
  };
  const guard = {
    load: () => Promise.reject(),
    fetch: () => Promise.reject(),
    screen: () => ({ ok: true }) as const,
  };
  const files = { put: () => Promise.reject(new Error("nothing is kept")) };
  const draws = createGenerateImageTool({ fetch, guard, settings, files });
  expect([draws.isOffered?.(), createSynthesize({ fetch, settings })]).toEqual([false, undefined]);
  accounts.push(OPENAI);
  expect(draws.isOffered?.()).toBe(true);
  await createSynthesize({ fetch, settings })?.({ text: "hi", as: "recording" }, AbortSignal.timeout(1_000));
  await createTranscribe({ fetch, settings })?.({ media_type: "audio/ogg", bytes: new Uint8Array(1) });
  expect(authorizations).toEqual(["Bearer sk-one", "Bearer sk-one"]);
});

test("a key of the settings goes first; a refused one, and one of another server, are not used", () => {
  const own = mediaSettings({ OPENAI_API_KEY: "sk-set" }, connected([OPENAI]));
  expect(own.OPENAI_API_KEY).toBe("sk-set");
  const refused = { acc_1: { disabled: { at: 1, reason: "Refused." } } };
  expect(mediaSettings({}, connected([OPENAI], refused)).OPENAI_API_KEY).toBeUndefined();
  const elsewhere = { ...OPENAI, base_url: "http://127.0.0.1:8000/v1" };
  expect(mediaSettings({}, connected([elsewhere])).OPENAI_API_KEY).toBeUndefined();
});
