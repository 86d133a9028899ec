import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signedOut } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

async function elsewhere(address: string): Promise<Page> {
  const context = await signedOut(stage.browser, stage.nightjar, { timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

it("an admin invites somebody, who comes in, says where they are, is made an admin and shut out", async () => {
  const page = await stage.context.newPage();
  await page.goto("/people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Who it is for").fill("Grace");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByTestId("link").innerText();
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("list", { name: "Invites" }).getByText("Grace").waitFor();

  const graces = await elsewhere(link);
  await graces.getByLabel("Your name").fill("Grace Hopper");
  await graces.getByLabel("Username").fill("grace");
  await graces.getByLabel("Password").fill("three small owls");
  await graces.getByRole("button", { name: "Join" }).click();
  await graces.getByLabel("Message", { exact: true }).waitFor();
  await graces.goto("/settings");
  await graces.getByRole("button", { name: "Use it" }).click();
  await graces.getByRole("button", { name: "Use it" }).waitFor({ state: "detached" });
  expect(await graces.getByLabel("Time zone").inputValue()).toMatch(/^Asia\/(Kolkata|Calcutta)$/);

  await page.reload();
  const role = page.getByLabel("Role of Grace Hopper");
  expect(await role.inputValue()).toBe("member");
  await role.selectOption("admin");
  await page.getByText("Grace Hopper is an admin now.").first().waitFor();
  await graces.reload();
  await graces.getByRole("link", { name: "Models" }).waitFor();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Link for a new password" }).click();
  expect(await page.getByTestId("link").innerText()).toMatch(/\/reset#\S{20,}$/);
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  await graces.reload();
  await graces.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  await page.getByLabel("Role of Admin").selectOption("member");
  await page.getByText("last active admin").first().waitFor();
  await expect.poll(() => page.getByLabel("Role of Admin").inputValue()).toBe("admin");
});
