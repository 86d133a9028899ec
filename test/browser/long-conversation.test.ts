import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { ChatView } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();
const EXCHANGES = 120;

/** A conversation that was had elsewhere, open at its end. */
async function long(title: string): Promise<ChatView> {
  const said = (role: string, text: string, minute: number) => ({
    role,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    parts: [{ type: "text", text }],
  });
  const messages = Array.from({ length: EXCHANGES }, (_, at) => [
    said("user", `Question ${at + 1}`, 2 * at),
    said("assistant", `Answer ${at + 1}, with some words.`, 2 * at + 1),
  ]).flat();
  await stage.nightjar.request("POST", "/import", [
    { conversation: { id: `cnv_${title}`, title }, messages },
  ]);
  const { items } = await stage.nightjar.request<{ items: { id: string; title: string }[] }>(
    "GET",
    `/conversations?q=${encodeURIComponent(title)}`,
  );
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`${title} was brought in and is not in the list`);
  const chat = await ChatView.open(stage.context, `/c/${found.id}`);
  await chat.page.getByText(`Question ${EXCHANGES}`, { exact: true }).waitFor();
  return chat;
}

const drawn = (page: Page) => page.locator(".exchange").count();

/** As far up as it goes; each page that is read makes more of it. */
async function toTheBeginning(page: Page): Promise<void> {
  const first = page.getByText("Question 1", { exact: true });
  await page.getByRole("region", { name: "Conversation" }).hover();
  const further = () => page.mouse.wheel(0, -100_000).then(() => first.isVisible());
  await until(further, Boolean);
}

/** What is on the page when a browser prints it whose frames come late. */
const PRINTER = `window.printed = new Promise((resolve) => {
  const inTime = window.requestAnimationFrame;
  window.requestAnimationFrame = (frame) => setTimeout(() => inTime(frame), 500);
  window.print = () => {
    window.requestAnimationFrame = inTime;
    dispatchEvent(new Event("beforeprint"));
    resolve(document.querySelectorAll(".exchange").length);
    dispatchEvent(new Event("afterprint"));
  };
}); 0`;

async function act(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for this conversation" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

it("a long conversation opens at its end and is read back to its beginning, with only what is near on the page", async () => {
  const { page } = await long("Tide tables");
  await until(
    () => drawn(page),
    (count) => count > 5,
  );
  await expect.poll(() => drawn(page)).toBeLessThan(30);
  await toTheBeginning(page);
  await until(
    () => drawn(page),
    (count) => count < 50,
  );
  await expect.poll(() => page.getByText("Question 60", { exact: true }).count()).toBe(0);
  // What is being written stays, wherever one goes meanwhile.
  await page.getByText("Question 1", { exact: true }).hover();
  await page.getByLabel("Edit and send again").first().click();
  await page.getByLabel("Your message").fill("Question 1, put otherwise");
  await page.getByLabel("Jump to latest").click();
  await page.getByLabel("Jump to latest").waitFor({ state: "detached" });
  await page.getByText(`Question ${EXCHANGES - 1}`, { exact: true }).waitFor();
  await page.getByText("Question 20", { exact: true }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Your message").inputValue()).toBe("Question 1, put otherwise");
});

it("a conversation is printed whole, and saved as Markdown and JSON", async () => {
  const { page } = await long("Moon tables");
  await page.evaluate(PRINTER);
  await act(page, "Print");
  await expect.poll(() => page.evaluate("printed")).toBe(EXCHANGES);
  await until(
    () => drawn(page),
    (count) => count < 50,
  );
  const paper = await page.pdf();
  expect(paper.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);

  const saved = async (item: string) => {
    const coming = page.waitForEvent("download");
    await act(page, item);
    const file = await coming;
    return { name: file.suggestedFilename(), words: await text(await file.createReadStream()) };
  };
  const markdown = await saved("Save as Markdown");
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.words).toMatch(/# Moon tables[\s\S]*Question 1\b[\s\S]*Answer 120, with some words\./);
  const json = await saved("Save as JSON");
  expect(json.name).toMatch(/\.json$/);
  expect(JSON.parse(json.words).messages).toHaveLength(2 * EXCHANGES);
});

it("an address that names a message leads there, however far back it was said and however late frames come", async () => {
  const { page } = await long("Star tables");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { messages } = await stage.nightjar.request<{ messages: { id: string }[] }>(
    "GET",
    `/conversations/${id}/export?format=json`,
  );
  const late = await stage.context.newPage();
  await late.addInitScript(`const inTime = window.requestAnimationFrame;
    window.requestAnimationFrame = (frame) => setTimeout(() => inTime(frame), 500);`);
  await late.goto(`/c/${id}#${messages[0]?.id}`);
  await until(() => late.getByText("Question 1", { exact: true }).isVisible(), Boolean);
});
