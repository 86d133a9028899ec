import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { signedIn } from "./support/browser.ts";
import { notByHand } from "./support/by-hand.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

describe("the inbox", () => {
  it("shows a question that waits elsewhere, in the tab too, until it is answered there", async () => {
    const voice = stage.model.voice("Which tea shall we drink");
    voice.script(
      (answer) => answer.tool("ask_user", { question: "Green or black tea?", options: ["Green", "Black"] }),
      (answer) => answer.text("Green it is."),
    );
    const chat = await stage.chat();
    await chat.say("Which tea shall we drink");
    await chat.page.getByRole("region", { name: "Question" }).waitFor();
    const waits = () => stage.nightjar.request<{ waiting: unknown[] }>("GET", "/inbox");
    await until(waits, ({ waiting }) => waiting.length === 1);
    const page = await stage.context.newPage();
    await page.goto("/inbox");
    const asked = page.getByRole("region", { name: "Question" }).filter({ hasText: "Green or black tea?" });
    await asked.waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Inbox/);
    await expect.poll(() => page.locator('link[rel="icon"]').getAttribute("href")).toBe("/icon-waiting.svg");
    await asked.getByRole("button", { name: "Green" }).click();
    await asked.waitFor({ state: "detached" });
    await chat.reads("Green it is.");
  });

  it("marks what was said elsewhere until it is read, on all devices", async () => {
    const { conversation_id: id } = await stage.nightjar.request<{ conversation_id: string }>(
      "POST",
      "/notify",
      { message: "The night train is late" },
    );
    const isUnread = () =>
      stage.nightjar.request<{ unread: { id: string }[] }>("GET", "/inbox").then((inbox) => inbox.unread);
    await until(isUnread, (unread) => unread.some((item) => item.id === id));
    const other = await signedIn(stage.browser, stage.nightjar);
    const page = await stage.goTo("/settings");
    const elsewhere = await other.newPage();
    await elsewhere.goto("/settings");
    const row = (device: Page) => device.locator(`aside a[href="/c/${id}"]`);
    for (const device of [page, elsewhere])
      await row(device).getByText("unread").waitFor({ state: "attached" });
    await row(page).click();
    await row(page).getByText("unread").waitFor({ state: "detached" });
    await until(isUnread, (unread) => unread.every((item) => item.id !== id));
    // Its page is told: nothing is loaded there anew.
    await row(elsewhere).getByText("unread").waitFor({ state: "detached" });
    await other.close();
  });

  it("moves a reminder to another time and cancels it, by finger too", async () => {
    const voice = stage.model.voice("Remind me of the plants");
    voice.script(
      (answer) => answer.tool("schedule_message", { text: "Water the plants", in_seconds: 7200 }),
      (answer) => answer.text("I will."),
    );
    const chat = await stage.chat();
    await chat.say("Remind me of the plants");
    await chat.reads("I will.");
    const comes = () => stage.nightjar.request<{ scheduled: { text: string }[] }>("GET", "/inbox");
    await until(comes, ({ scheduled }) => scheduled.some(({ text }) => text === "Water the plants"));
    const telephone = await signedIn(stage.browser, stage.nightjar, {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    const held = await telephone.newPage();
    await held.goto("/inbox");
    await held.getByText("Water the plants", { exact: true }).waitFor();
    expect(await notByHand(held)).toEqual([]);
    await telephone.close();
    const page = await stage.goTo("/inbox");
    await page.getByRole("button", { name: "Change: Water the plants" }).click();
    await page.getByRole("textbox", { name: "What" }).fill("Water the ferns");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Cancel: Water the ferns" }).click();
    await page.getByText("Water the ferns").waitFor({ state: "detached" });
    await until(comes, ({ scheduled }) => scheduled.every(({ text }) => !text.startsWith("Water")));
  });
});
