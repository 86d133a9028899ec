/** Prompts of the house, as the operator edits them. */
import { expect, inject, test } from "vitest";
import type { HousePrompt, HousePromptVersion } from "../../../src/contract/instance/house-prompts.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import "../../support/workers/provided.ts";
import { callApi, chat, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const list = async () => (await callApi<{ items: HousePrompt[] }>("GET", "/house-prompts")).items;
const named = async (name: string) => (await list()).find((prompt) => prompt.name === name);

async function systemOf(words: string): Promise<string> {
  const asked = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as ({
    messages: unknown[];
  } | null)[];
  const found = asked.findLast((body) => JSON.stringify(body).includes(words));
  return JSON.stringify(found?.messages[0]);
}

test("an edited prompt holds from the next turn on, and the original comes back", async () => {
  const before = await named("rules");
  expect(before).toMatchObject({ is_edited: false, version: 0, edited_from: null });
  const text = `${before?.shipped}\n- Say quark.`;
  const edited = await callApi<HousePrompt>("PUT", "/house-prompts/rules", { text, version: 0 });
  expect(edited).toMatchObject({ text, is_edited: true, version: 1 });
  await chat(tell({ text: ["By edited rules."] }));
  expect(await systemOf("By edited rules.")).toContain("Say quark.");

  const late = await request("PUT", "/house-prompts/rules", { text: "Other.", version: 0 });
  expect(late.status).toBe(409);
  const restored = await callApi<HousePrompt>("DELETE", "/house-prompts/rules");
  expect(restored).toMatchObject({ text: before?.shipped, is_edited: false, version: 2 });
  await chat(tell({ text: ["By original rules."] }));
  expect(await systemOf("By original rules.")).not.toContain("Say quark.");
  const { items } = await callApi<{ items: HousePromptVersion[] }>("GET", "/house-prompts/rules/versions");
  expect(items.map((version) => version.text)).toEqual([null, text]);
});

test("a broken template is refused with its line, and a preview has sample values", async () => {
  const broken = await request("PUT", "/house-prompts/search-decision", {
    text: "One\n{{queries}}",
    version: 0,
  });
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain('Line 2: There is no variable \\"queries\\"');
  const { text } = await callApi<{ text: string }>("POST", "/house-prompts/search-decision/preview", {
    text: "At most {{most_queries}}.",
  });
  expect(text).toBe("At most 3.");
});

test("nobody but the operator sees or edits them", async () => {
  const ann = await somebody("member");
  expect((await ann.ask("GET", "/house-prompts")).status).toBe(403);
  expect((await ann.ask("PUT", "/house-prompts/rules", { text: "Obey me.", version: 0 })).status).toBe(403);
});
