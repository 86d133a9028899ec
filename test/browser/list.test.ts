import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { ChatView, Gate } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

describe("the list of conversations", () => {
  async function begin(title: string, opened = stage.chat()): Promise<ChatView> {
    const chat = await opened;
    await chat.say(title);
    await chat.reads("ok");
    await chat.page.getByRole("link", { name: title }).waitFor();
    return chat;
  }
  const act = async (page: Page, title: string, action: string) => {
    await page.getByRole("link", { name: title }).hover();
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };

  it("renames, pins, archives with a way back, and deletes after asking", async () => {
    const { page } = await begin("Plan the garden");
    await act(page, "Plan the garden", "Rename");
    await page.getByLabel("New title").fill("The garden");
    await page.getByLabel("New title").press("Enter");
    await page.getByRole("heading", { name: "The garden" }).waitFor();
    await act(page, "The garden", "Pin");
    await page.getByRole("heading", { name: "Pinned" }).waitFor();
    await act(page, "The garden", "Archive");
    await page.getByRole("link", { name: "The garden" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "The garden" }).waitFor();
    await act(page, "The garden", "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "The garden" }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByLabel("Message", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "The garden" }).count()).toBe(0);
  });

  it("keeps one that is being deleted until it is gone, and not longer", async () => {
    const { page } = await begin("Old plans", ChatView.open(stage.context));
    const gate = new Gate();
    await page.route("**/api/v1/conversations/*", async (route) => {
      if (route.request().method() === "DELETE") await gate.passed;
      await route.continue();
    });
    await act(page, "Old plans", "Delete");
    const asked = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await asked;
    await expect.poll(() => page.getByRole("link", { name: "Old plans" }).isVisible()).toBe(true);
    gate.open();
    await page.getByRole("link", { name: "Old plans" }).waitFor({ state: "detached" });
  });

  it("asks about one that moves in the list meanwhile, and holds off the page behind", async () => {
    const id = await stage.nightjar.createConversation({ title: "Low tide" });
    for (const title of ["Ebb", "Flood"]) await stage.nightjar.createConversation({ title });
    const { page } = await begin("High tide");
    const rows = page.locator("aside nav li > a");
    await rows.filter({ hasText: "Low tide" }).waitFor();
    await act(page, "Low tide", "Delete");
    const socket = await stage.nightjar.socket(id);
    socket.send({ type: "send", client_id: "c1", text: "It rises" });
    await expect.poll(() => rows.first().innerText()).toMatch(/^Low tide/);
    expect(
      await page
        .getByRole("dialog")
        .evaluate((node: { matches(what: string): boolean }) => node.matches(":modal")),
    ).toBe(true);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await rows.filter({ hasText: "Low tide" }).waitFor({ state: "detached" });
  });

  it("keeps a menu open whose conversation moves meanwhile", async () => {
    const id = await stage.nightjar.createConversation({ title: "Low water" });
    for (const title of ["Spring tide", "Neap tide"]) await stage.nightjar.createConversation({ title });
    const { page } = await begin("High water");
    const rows = page.locator("aside nav li > a");
    await page.getByRole("link", { name: "Low water" }).hover();
    await page.getByRole("button", { name: "Actions for Low water" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).waitFor();
    const socket = await stage.nightjar.socket(id);
    socket.send({ type: "send", client_id: "c1", text: "It rises" });
    await expect.poll(() => rows.first().innerText()).toMatch(/^Low water/);
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await rows.filter({ hasText: "Low water" }).waitFor({ state: "detached" });
  });

  it("has one no more whose page was closed as soon as it was to be deleted", async () => {
    const { page } = await begin("Secret plans");
    await act(page, "Secret plans", "Delete");
    const asked = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await asked;
    await page.close();
    const listed = () =>
      stage.nightjar.request<{ items: { title: string }[] }>("GET", "/conversations?limit=100");
    await until(listed, ({ items }) => items.every(({ title }) => title !== "Secret plans"));
  });

  it("is skipped by keys: the page behind it is one stop away", async () => {
    const page = await stage.context.newPage();
    await page.goto("/settings");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.locator("main :focus").waitFor();
    await page.close();
  });

  it("finds by words, and goes there by keys alone", async () => {
    await begin("Sourdough with rye");
    // The list stays as it was searched.
    const { page } = await begin("Train to Lisbon", ChatView.open(stage.context));
    await page.getByRole("link", { name: "Sourdough with rye" }).waitFor();
    await page.getByLabel("Search conversations").fill("sourdough");
    await page.getByRole("link", { name: "Train to Lisbon" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Sourdough with rye" }).first().waitFor();
    await page.keyboard.press("Control+k");
    // Its code may still be on its way.
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type("sourdough");
    await page.getByRole("option", { name: "Sourdough with rye" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sourdough with rye" }).waitFor();
  });

  it("finds what was said, and goes to the message with its words marked", async () => {
    const { page } = await begin("Notes about the ferry to Islay");
    const chat = new ChatView(page);
    await chat.say("The kettle is broken");
    await chat.finished();
    const hits = () =>
      stage.nightjar.request<{ items: unknown[] }>("GET", "/conversations/search?q=ferry%20islay");
    await until(hits, ({ items }) => items.length > 0);
    await stage.goTo("/settings");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search conv/ }).fill("ferry isl");
    await page
      .getByRole("option", { name: "Notes about the ferry to Islay" })
      .locator("mark")
      .first()
      .waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/c\/cnv_.*#msg_/);
    const said = page.locator("[data-message]:focus");
    await said.filter({ hasText: "Notes about the ferry to Islay" }).waitFor();
    const marked = `[...CSS.highlights.get("found")].map(String).join(" ")`;
    await expect.poll(() => page.evaluate(marked)).toBe("ferry Islay");
  });

  it("does what is on the page by its name, and opens pages and agents", async () => {
    const { page } = await begin("Paint the fence");
    const run = async (words: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Search conv/ }).fill(words);
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
    };
    await run("rename");
    await page.getByLabel("Title").or(page.getByLabel("New title")).first().waitFor();
    await page.keyboard.press("Escape");
    await run("costs");
    await page.getByRole("heading", { name: "Costs" }).waitFor();
  });

  it("picks several, puts them into a folder, and deletes them with a way back", async () => {
    await begin("Sow the beans");
    const { page } = await begin("Prune the roses");
    await act(page, "Prune the roses", "Select");
    await page.getByRole("checkbox", { name: "Sow the beans" }).check();
    await page.getByRole("button", { name: "Folder and tags" }).click();
    await page.getByLabel("Folder", { exact: true }).fill("Garden");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Garden 2" }).click();
    await page.getByRole("link", { name: "Prune the roses" }).waitFor();
    await expect.poll(() => page.locator("aside nav li > a").allInnerTexts()).toHaveLength(2);
    await act(page, "Prune the roses", "Select");
    await page.getByRole("button", { name: "Select all in this list" }).click();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Empty.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Sow the beans" }).waitFor();
    await page.getByRole("button", { name: "Show all conversations" }).click();
    await page.getByRole("button", { name: "Garden 2" }).waitFor();
    const elsewhere = await stage.context.newPage();
    await elsewhere.goto("/");
    await act(elsewhere, "Sow the beans", "Delete");
    await elsewhere.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Garden 1" }).waitFor();
  });

  it("fills a prompt in behind a slash, and names an agent for one answer behind an @", async () => {
    const prompt = { name: "postcard", text: "Write a postcard from {{place}}" };
    await stage.nightjar.request("POST", "/prompts", prompt);
    const chat = await begin("Holiday");
    await chat.message.pressSequentially("/postc");
    await chat.page.getByRole("option", { name: "postcard" }).waitFor();
    await chat.message.press("Enter");
    await chat.page.getByLabel("place").fill("Islay");
    await chat.page.keyboard.press("Tab");
    await chat.page.getByRole("button", { name: "Insert" }).click();
    await expect.poll(() => chat.message.inputValue()).toBe("Write a postcard from Islay");
    await chat.message.fill("");
    await chat.message.pressSequentially("@schol");
    await chat.page.getByRole("option", { name: "Scholar" }).click();
    await chat.page.getByText("Answered by Scholar").waitFor();
  });
});
