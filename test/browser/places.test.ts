import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { TOKEN } from "../support/process/nightjar.ts";
import { Gate } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

async function inOwnWindow(path: string): Promise<Page> {
  const page = await stage.context.newPage();
  await page.goto(path);
  return page;
}

describe("files", () => {
  it("are made, written, looked at as they were before, and deleted", async () => {
    const page = await stage.goTo("/files");
    await page.getByText("Start with SOUL.md").waitFor();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Path").fill("../escape.md");
    await page.getByRole("button", { name: "Create file" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByLabel("Path").fill("notes/today.md");
    await page.getByRole("button", { name: "Create file" }).click();
    const words = page.getByLabel("Contents of notes/today.md");
    const save = async (text: string) => {
      await words.fill(text);
      await page.keyboard.press("Control+s");
      await page.getByRole("button", { name: "Save", disabled: true }).waitFor();
    };
    await save("Two owls.");
    await save("Three owls.");
    await page.getByRole("button", { name: "Versions" }).click();
    await page.getByRole("button", { name: "View" }).first().click();
    await page.getByText("Save to restore it").waitFor();
    await expect.poll(() => words.inputValue()).toBe("Two owls.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save", disabled: true }).waitFor();
    const kept = await stage.nightjar.fetch("GET", "/workspace/notes/today.md");
    expect(await kept.text()).toBe("Two owls.");
    await page.getByRole("button", { name: "Back to files" }).click();
    await page.getByRole("button", { name: "Actions for notes/today.md" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Start with SOUL.md").waitFor();
    const status = async () => (await stage.nightjar.fetch("GET", "/workspace/notes/today.md")).status;
    await expect.poll(status).toBe(404);
  });

  it("are not left with words that were not saved before their writer has said so", async () => {
    const page = await stage.goTo("/settings");
    await page.getByRole("link", { name: "Files" }).click();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Path").fill("unsaved.md");
    await page.getByRole("button", { name: "Create file" }).click();
    const words = page.getByLabel("Contents of unsaved.md");
    await words.fill("Long thought.");
    page.once("dialog", (dialog) => dialog.dismiss());
    await page.getByRole("link", { name: "Settings" }).click();
    await expect.poll(() => words.inputValue()).toBe("Long thought.");
    const asked = page.waitForEvent("dialog");
    await page.evaluate("void setTimeout(() => history.back())");
    await (await asked).dismiss();
    await expect.poll(() => words.inputValue()).toBe("Long thought.");
    expect(new URL(page.url()).pathname).toBe("/files");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.close();
  });

  it("come in while another one is open", async () => {
    const page = await inOwnWindow("/files");
    const problems: Error[] = [];
    page.on("pageerror", (problem) => problems.push(problem));
    const gate = new Gate();
    await page.route("**/workspace/moths.md", async (route) => {
      await gate.passed;
      await route.continue();
    });
    const upload = page.locator("input[type=file]");
    await upload.setInputFiles({
      name: "moths.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("Moths."),
    });
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Path").fill("owls.md");
    await page.getByRole("button", { name: "Create file" }).click();
    await page.getByLabel("Contents of owls.md").waitFor();
    gate.open();
    await page.getByText("moths.md is in the workspace.").waitFor();
    await page.getByRole("button", { name: "Back to files" }).click();
    await page.getByRole("button", { name: "moths.md" }).first().waitFor();
    expect(problems).toEqual([]);
  });

  it("are not written over what somebody else wrote meanwhile", async () => {
    const put = (body: string) =>
      fetch(`${stage.nightjar.url}/api/v1/workspace/SOUL.md`, {
        method: "PUT",
        headers: { authorization: `Bearer ${TOKEN}` },
        body,
      });
    await put("Be kind.");
    const page = await stage.goTo("/files");
    await page.getByRole("button", { name: "SOUL.md" }).first().click();
    const words = page.getByLabel("Contents of SOUL.md");
    await words.fill("Be brief.");
    await put("Be bold.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Reload" }).waitFor();
    await expect.poll(() => words.inputValue()).toBe("Be brief.");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("button", { name: "Save", disabled: true }).waitFor();
    await expect.poll(() => words.inputValue()).toBe("Be bold.");
  });
});

describe("tools", () => {
  it("that were allowed in a conversation ask again once that permission is ended", async () => {
    await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: { calculate: "ask" } });
    stage.model.script(
      (answer) => answer.tool("calculate", { expression: "6 * 7" }),
      (answer) => answer.text("Done."),
    );
    const chat = await stage.chat();
    await chat.say("Calculate");
    await chat.page.getByRole("button", { name: "Ten times, Calculate" }).click();
    await chat.reads("Done.");
    const page = await inOwnWindow("/permissions");
    await page.getByText("used 0 of 10 times").waitFor();
    await page.getByRole("button", { name: "End permission for Calculate" }).click();
    await page.getByText("No permissions.").waitFor();
    stage.model.script((answer) => answer.tool("calculate", { expression: "1 + 1" }));
    await chat.say("Again");
    await chat.page.getByRole("region", { name: "Approval" }).waitFor();
    await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: {} });
  });

  it("of skills come in after a look at what they hold, and go again", async () => {
    const page = await stage.goTo("/tools");
    const archive = zipSync({ "owls/SKILL.md": strToU8(SKILL) });
    await page.locator("input[type=file]").setInputFiles({
      name: "owls.zip",
      mimeType: "application/zip",
      buffer: Buffer.from(archive),
    });
    const dialog = page.getByRole("dialog");
    await dialog.getByText("mentions these addresses: owls.example").waitFor();
    await dialog.getByRole("button", { name: "Install" }).click();
    await page.getByRole("button", { name: "Remove owls" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove owls" }).waitFor({ state: "detached" });
  });

  it("of MCP servers: an address inside is refused with a reason, another one is added and removed", async () => {
    const page = await stage.goTo("/tools");
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("tracker");
    await page.getByLabel("Address").fill("http://169.254.169.254/mcp");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByLabel("Address").fill("https://mcp.example.com/mcp");
    await page.getByLabel("How to sign in").selectOption("oauth");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Not signed in").waitFor();
    await page.getByRole("button", { name: "Actions for tracker" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No servers yet.").waitFor();
  });
});

const SKILL = `---
name: owls
description: Knows owls.
---
Look at https://owls.example/list first.
`;

describe("jobs", () => {
  it("are seen as they go and by their state, and the page that is gone to is said", async () => {
    await stage.nightjar.fetch("PUT", "/workspace/notes/jobs.md", "A third owl.");
    const page = await inOwnWindow("/settings");
    await page.getByText("Automation", { exact: true }).click();
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByRole("status").filter({ hasText: "Jobs · Nightjar" }).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "notes/jobs.md" });
    await row.filter({ hasText: "Done" }).getByText("Index workspace files").waitFor();
    await page.getByRole("radio", { name: "Failed" }).check({ force: true });
    await page.getByText("Nothing has failed.").waitFor();
  });
});
