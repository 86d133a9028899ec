import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { ChatView, signedIn } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

/** To be looked at; made anew by each run. */
const PICTURES = path.join(import.meta.dirname, "../results/browser");
const KEY = "sk-canary-models-page-0123456789";

const stage = scriptedStage();
let fresh: Nightjar;
let model: ScriptedModel;
let begun: number;

beforeAll(async () => {
  begun = performance.now();
  mkdirSync(PICTURES, { recursive: true });
  model = await ScriptedModel.start();
  // The one thing that is the operator's to say: servers on this machine may be reached.
  fresh = await startNightjar({ launcher: "pages", vars: { FETCH_ALLOW_HOSTS: "127.0.0.1" } });
});
afterAll(async () => {
  model.close();
  await fresh.dispose();
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.scrollingElement.scrollWidth");
}

async function connected(context: BrowserContext): Promise<{ page: Page; clicks: number }> {
  const page = await context.newPage();
  let clicks = 0;
  const click = async (role: "link" | "button", name: string) => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  await page.goto("/");
  await page.getByText("The offline model answers until").waitFor();
  await click("link", "Connect a model");
  clicks += 1;
  await page.getByRole("combobox", { name: "Provider" }).selectOption("compatible");
  await page.getByLabel("API key").fill(KEY);
  await page.getByLabel("Address").fill(model.address);
  await click("button", "Connect and test");
  await page.getByText("compatible/scripted answers: ok").waitFor();
  await click("link", "Start talking");
  return { page, clicks };
}

it("a fresh instance answers by a provider that was connected in the browser, within six clicks and a minute", async () => {
  const context = await signedIn(stage.browser, fresh);
  const { page, clicks } = await connected(context);
  const chat = new ChatView(page);
  model.script((answer) => answer.text("From the real one"));
  await chat.say("Who answers?");
  await chat.reads("From the real one");
  expect(clicks).toBeLessThanOrEqual(6);
  expect(performance.now() - begun).toBeLessThan(60_000);

  await page.goto("/models");
  await page.getByText("key … 6789").waitFor();
  expect(await page.content()).not.toContain(KEY);
  await page.getByRole("button", { name: /^Models of/ }).click();
  await page.getByText("1 model that it reaches").waitFor();
  expect(await page.getByLabel("Default model").inputValue()).toBe("compatible/scripted");
  await page.getByRole("button", { name: "scripted, a favourite" }).click();
  await page.getByRole("button", { name: "scripted, a favourite", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Price of scripted" }).click();
  await page.getByLabel("Input").fill("0.5");
  await page.getByLabel("Output").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("$0.5 in, $2.00 out a million, entered here").waitFor();
  const priority = page.getByLabel("Priority of Compatible server");
  await priority.fill("5");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await priority.press("Tab");
  expect((await saved).status()).toBe(200);
  await page.reload();
  await priority.waitFor();
  expect(await priority.inputValue()).toBe("5");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.screenshot({ path: path.join(PICTURES, `models-${colorScheme}.png`), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: path.join(PICTURES, `models-${colorScheme}-390.png`), fullPage: true });
  }

  await page.goto("/");
  await page.getByRole("button", { name: /^Model: / }).click();
  await page.getByText("Not connected").waitFor();
  await page.getByRole("heading", { name: "Favourites" }).waitFor();
  await page.getByLabel("Search models").fill("compatible/other");
  await page.screenshot({ path: path.join(PICTURES, "model-picker-390.png") });
  await page.getByRole("button", { name: "Use compatible/other" }).click();
  await page
    .getByRole("button", { name: /^Model: / })
    .getByText("other")
    .waitFor();
  await context.close();
});
