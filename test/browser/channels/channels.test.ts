import { expect, it } from "vitest";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();

it("an admin sees what a channel lacks, says who may write there, and makes a code for their own chat account", async () => {
  const page = await stage.context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/channels");
  const telegram = page.getByRole("region", { name: "Telegram" });
  await telegram.getByText("Not set up").waitFor();
  await expect
    .poll(() => telegram.getByRole("link", { name: "Connect Telegram" }).getAttribute("href"))
    .toBe("/connections#chats");
  const policy = telegram.getByLabel("Who can write on Telegram");
  await expect.poll(() => policy.locator("option:checked").innerText()).toBe("Default (Closed)");
  await policy.selectOption("allowlist");
  await telegram.getByText("Also answers the senders listed below").waitFor();
  await telegram.getByText("does not talk to a sender who is listed").waitFor();

  await telegram.getByText("Agents, groups and senders").click();
  await telegram.getByLabel("Id on the platform").fill("4711");
  await telegram.getByLabel("Your name for it").fill("Grandma");
  await telegram.getByRole("button", { name: "Add" }).click();
  await telegram.getByLabel("Rule of Grandma").selectOption("blocked");
  await page.reload();
  await telegram.getByText("Agents, groups and senders").click();
  await expect.poll(() => telegram.getByLabel("Rule of Grandma").inputValue()).toBe("blocked");
  await expect.poll(() => policy.inputValue()).toBe("allowlist");
  await telegram.getByText("Agents, groups and senders").focus();
  await page.keyboard.press("Enter");
  await telegram.getByLabel("Rule of Grandma").waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('label').innerText"))
    .toContain("Who answers direct messages");
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width).toBe(390);

  await page.goto("/settings");
  // The profile above moves the accounts down once it is read.
  await page.getByLabel("Time zone").waitFor();
  const accounts = page.getByRole("region", { name: "Chat accounts" });
  await accounts.getByRole("button", { name: "Create code" }).click();
  await accounts.getByText(/^\/link [2-9A-Z]{4}-[2-9A-Z]{4}$/).waitFor();
  await accounts.getByLabel("Code from the bot").fill("2222-2222");
  await accounts.getByRole("button", { name: "Enter" }).click();
  await page.getByText("That code isn't valid").first().waitFor();
});
