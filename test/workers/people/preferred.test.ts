import { expect, inject, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { type ChatReply, callApi } from "../api.ts";
import { somebody } from "./somebody.ts";

interface Asked {
  model: string;
  messages: { content: unknown }[];
}

async function askedWith(words: string): Promise<Asked> {
  const all = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as (Asked | null)[];
  const found = all.find((each) => JSON.stringify(each).includes(words));
  if (!found) throw new Error(`no model was asked with ${words}`);
  return found;
}

test("a turn that names nothing is by the person's agent and model, and knows their clock and language", async () => {
  await callApi("POST", "/agents", { slug: "polite", name: "Polite", instructions: "Be polite." });
  const ada = await somebody("member");
  await ada.ask("PUT", "/preferences", {
    time_zone: "Asia/Kolkata",
    language: "de-at",
    default_agent: "polite",
    default_model: "openai/told",
  });
  const words = `nothing is named ${crypto.randomUUID()}`;
  const response = await ada.ask("POST", "/chat", { message: `${words} ${tell({ text: ["Servus"] })}` });
  const reply = (await response.json()) as ChatReply & { agent: string };
  expect(reply).toMatchObject({ reply: "Servus", agent: "polite", status: "completed" });
  expect(await (await ada.ask("GET", "/agents")).json()).toMatchObject({ default: "polite" });
  const asked = await askedWith(words);
  expect(asked.model).toBe("told");
  const told = JSON.stringify(asked.messages.at(-1)?.content);
  expect(told).toMatch(/Now: \w+day, \d{4}-\d\d-\d\d \d\d:\d\d in Asia\/Kolkata \(UTC\+05:30\)\./);
  expect(told).toContain("where that is not clear, in de-AT");
});

test("an agent that is gone is not preferred any more, and nobody is refused for it", async () => {
  await callApi("POST", "/agents", { slug: "fleeting", name: "Fleeting", instructions: "Go." });
  const bo = await somebody("member");
  await bo.ask("PUT", "/preferences", { default_agent: "fleeting", default_model: "openai/told" });
  await callApi("DELETE", "/agents/fleeting");
  expect(await (await bo.ask("GET", "/agents")).json()).toMatchObject({ default: "nightjar" });
  const response = await bo.ask("POST", "/chat", { message: tell({ text: ["Still here"] }) });
  expect(await response.json()).toMatchObject({ reply: "Still here", agent: "nightjar" });
});

test("custom instructions reach the model in the cached part, and not once they are switched off", async () => {
  const cy = await somebody("member");
  const about_me = `I keep bees ${crypto.randomUUID()}`;
  await cy.ask("PATCH", "/preferences", { about_me, answer_style: "Briefly.", default_model: "openai/told" });
  const systemOf = async (words: string) => {
    await cy.ask("POST", "/chat", { message: `${words} ${tell({ text: ["Hm"] })}` });
    return JSON.stringify((await askedWith(words)).messages[0]?.content);
  };
  expect(await systemOf(`hello ${crypto.randomUUID()}`)).toContain(about_me);
  await cy.ask("PATCH", "/preferences", { custom_instructions: false });
  expect(await systemOf(`again ${crypto.randomUUID()}`)).not.toContain(about_me);
  const tooLong = await cy.ask("PATCH", "/preferences", { answer_style: "x".repeat(2_001) });
  expect(await tooLong.json()).toMatchObject({
    reason: expect.stringContaining("answer_style: at most 2000 characters"),
  });
});
