import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { ChatView, signedIn, signedOut } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

/** To be looked at; made anew by each run. */
const PICTURES = path.join(import.meta.dirname, "../results/browser");
const KEY = "sk-canary-models-page-0123456789";

/** A picture of a single pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const stage = scriptedStage();
let fresh: Nightjar;
let model: ScriptedModel;
/** The model server that runs beside Nightjar. */
let nearby: ScriptedModel;
let begun: number;

beforeAll(async () => {
  begun = performance.now();
  mkdirSync(PICTURES, { recursive: true });
  model = await ScriptedModel.start();
  nearby = await ScriptedModel.start();
  const vars = { LOCAL_MODEL_PORTS: String(new URL(nearby.address).port) };
  fresh = await startNightjar({ launcher: "pages", vars });
});
afterAll(async () => {
  model.close();
  nearby.close();
  await fresh.dispose();
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.scrollingElement.scrollWidth");
}

/** Pictures in both themes, wide and on a telephone; wide again afterwards. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}-390.png`) });
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`) });
  }
}

it("from the sign-in link through the four cards, and a model server beside Nightjar answers after two clicks", async () => {
  const options = { serviceWorkers: "block", timezoneId: "Asia/Kolkata" } as const;
  const context = await signedOut(stage.browser, fresh, options);
  const page = await context.newPage();
  await page.goto(fresh.signInLink);
  nearby.script((answer) => answer.text("From the server beside"));
  const cards = page.getByRole("region", { name: "Set up Nightjar" });
  await cards.getByText("Step 1 of 4").waitFor();
  await cards.getByLabel("Your name").fill("Ada");
  await cards.getByRole("button", { name: "Continue" }).click();
  await cards.getByRole("button", { name: "Use Compatible server (1 model)" }).click();
  await page.getByText("Compatible server is connected").waitFor();
  const chat = new ChatView(page);
  await chat.say("Who answers?");
  await chat.reads("From the server beside");
  expect(performance.now() - begun).toBeLessThan(30_000);

  await page.goto("/");
  await cards.getByText("Step 3 of 4").waitFor();
  await cards.getByRole("link", { name: "Connect a chat bot" }).waitFor();
  await picture(page, "first-run-reach");
  await cards.getByRole("button", { name: "Skip", exact: true }).click();
  await cards.getByLabel("Username").fill("ada");
  await cards.getByLabel("New password").fill("short");
  await cards.getByRole("button", { name: "Set a password" }).click();
  await cards.getByRole("alert").getByText("at least 10 characters").waitFor();
  await picture(page, "first-run-password");
  await cards.getByLabel("New password").fill("three small owls");
  await cards.getByRole("button", { name: "Set a password" }).click();
  await page.getByText("Set a reminder").waitFor();
  await page.getByRole("link", { name: "Connect web search" }).waitFor();
  await picture(page, "welcome");
  await page.reload();
  await page.getByText("Set a reminder").waitFor();
  const preferences = await fresh.request("GET", "/preferences");
  expect(preferences).toMatchObject({ is_set_up: true, language: "en-US" });
  expect(preferences).toHaveProperty("time_zone", expect.stringMatching(/^Asia\/(Kolkata|Calcutta)$/));
  expect(await fresh.request("GET", "/me")).toMatchObject({ name: "Ada", username: "ada" });

  await page.goto("/settings");
  await page.getByRole("button", { name: "Set up again" }).click();
  await cards.getByText("Step 1 of 3").waitFor();
  await picture(page, "first-run-you");
  await cards.getByRole("button", { name: "Continue" }).click();
  await cards.getByText("compatible/scripted answers").waitFor();
  await cards.getByRole("button", { name: "Skip setup" }).click();
  await page.getByText("Set a reminder").waitFor();
  await page.goto("/models");
  await page.getByRole("button", { name: "Actions for Compatible server" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Use Compatible server (1 model)" }).waitFor();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Set up again" }).click();
  await cards.getByRole("button", { name: "Skip", exact: true }).click();
  await cards.getByRole("button", { name: "OpenAI" }).waitFor();
  await picture(page, "first-run-model");
  await cards.getByRole("button", { name: "Use the offline model for now" }).click();
  await cards.getByText("Where to reach you").waitFor();
  await cards.getByRole("button", { name: "Skip setup" }).click();
  await page.getByText("Set a reminder").waitFor();
  await context.close();
});

async function connected(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/models");
  await page.getByLabel("Search providers").fill("compat");
  await page.getByRole("button", { name: /^Compatible server/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key").fill(KEY);
  await dialog.getByLabel("Address").fill(model.address);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await dialog.getByText(`Allow ${new URL(model.address).host} for models?`).waitFor();
  await dialog.getByRole("button", { name: "Allow and connect" }).click();
  await page.getByText("compatible/scripted answers: ok").waitFor();
  return page;
}

/** Settings of a model: one is set, one is taken back, and the rest of the app knows. */
async function setByHand(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Settings of scripted" });
  const open = async () => {
    await page.getByRole("button", { name: "Actions for scripted" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await dialog.getByLabel("Context window").waitFor();
  };
  await open();
  await dialog.getByLabel("Context window").fill("9000");
  await dialog.getByText("Advanced").click();
  await dialog.getByLabel("Sees pictures").selectOption("No");
  await picture(page, "model-settings");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("9k tokens").waitFor();
  await open();
  await dialog.getByRole("button", { name: "Back to 32768 (Default)" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("9k tokens").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Actions for Compatible server" }).click();
  await page.getByRole("menuitem", { name: "Use compatibility mode" }).click();
  await page.getByText("compatibility mode", { exact: false }).first().waitFor();
}

it("an address that is typed in is confirmed, answers, and is listed as allowed", async () => {
  const context = await signedIn(stage.browser, fresh);
  const page = await connected(context);
  await page.getByText("key … 6789").waitFor();
  await page
    .getByRole("region", { name: "Allowed addresses" })
    .getByText(new URL(model.address).host)
    .waitFor();
  expect(await page.content()).not.toContain(KEY);
  await page.goto("/");
  const chat = new ChatView(page);
  model.script((answer) => answer.text("From the real one"));
  await chat.say("Who answers?");
  await chat.reads("From the real one");

  await page.goto("/models");
  await page.getByRole("button", { name: "Actions for Compatible server" }).click();
  await page.getByRole("menuitem", { name: "Show models" }).click();
  await page.getByText("1 model it can use").waitFor();
  await expect.poll(() => page.getByLabel("Default model").inputValue()).toBe("compatible/scripted");
  await page.getByRole("button", { name: "scripted, a favourite" }).click();
  await page.getByRole("button", { name: "scripted, a favourite", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Actions for scripted" }).click();
  await page.getByRole("menuitem", { name: "Price" }).click();
  await page.getByLabel("Input").fill("0.5");
  await page.getByLabel("Output").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("$0.50 / $2.00 per 1M tokens, entered here").waitFor();
  await setByHand(page);
  const priority = page.getByLabel("Priority of Compatible server");
  await priority.fill("5");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await priority.press("Tab");
  expect((await saved).status()).toBe(200);
  await page.reload();
  await priority.waitFor();
  await expect.poll(() => priority.inputValue()).toBe("5");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.screenshot({ path: path.join(PICTURES, `models-${colorScheme}.png`), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: path.join(PICTURES, `models-${colorScheme}-390.png`), fullPage: true });
  }

  await page.goto("/");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "owl.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") });
  await page.getByText("scripted can’t see pictures. It gets the name alone.").waitFor();
  await page.screenshot({ path: path.join(PICTURES, "left-out-390.png") });
  // A file beyond one request goes in pieces.
  const film = Buffer.alloc(21_000_000, "owl");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "film.bin", mimeType: "application/octet-stream", buffer: film });
  await page.getByText("film.bin").waitFor();
  await page.getByText("21 MB", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove film.bin" }).click();
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

it("two models answer one message side by side, and the answer that is kept is the branch", async () => {
  const voice = stage.model.voice("Name a bird");
  voice.script(
    (answer) => answer.text("Owl."),
    (answer) => answer.text("Wren."),
  );
  const chat = await ChatView.open(stage.context);
  const { page } = chat;
  await page.getByRole("button", { name: /^Model: / }).click();
  await page.getByRole("button", { name: /^Compare with/ }).click();
  await page.getByLabel("Search models").fill("openai/second");
  await page.getByRole("button", { name: "Use openai/second" }).click();
  await chat.say("Name a bird");
  const dialog = page.getByRole("dialog", { name: "Compare answers" });
  await dialog.getByText("Owl.").waitFor();
  await dialog.getByRole("region", { name: "second" }).getByText("Wren.").waitFor();
  await dialog.getByRole("button", { name: "Keep this one" }).first().click();
  await dialog.waitFor({ state: "detached" });
  await chat.reads("Owl.");
  await page.reload();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await dialog.getByText("Wren.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole("radio", { name: "second" }).check();
  await expect.poll(() => dialog.getByText("Owl.").isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 860 });
});
