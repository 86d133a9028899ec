import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADA } from "./support/ada.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

async function elsewhere(address: string): Promise<Page> {
  const context = await stage.browser.newContext({
    baseURL: stage.nightjar.url,
    timezoneId: "Asia/Kolkata",
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

it("an admin invites somebody, who comes in, says where they are, is made an admin and shut out", async () => {
  const page = await stage.goTo("/people");
  await page.getByRole("button", { name: "Invite someone" }).click();
  await page.getByLabel("Who is it for?").fill("Grace");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByTestId("link").innerText();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("list", { name: "Invites" }).getByText("Grace").waitFor();

  const graces = await elsewhere(link);
  await graces.getByLabel("Your name").fill("Grace Hopper");
  await graces.getByLabel("Username").fill("grace");
  await graces.getByLabel("Password").fill("three small owls");
  await graces.getByRole("button", { name: "Join" }).click();
  await graces.getByLabel("Message", { exact: true }).waitFor();
  // A member connects no models, and has chosen a password by joining.
  const cards = graces.getByRole("region", { name: "Set up Nightjar" });
  await cards.getByText("Step 1 of 2").waitFor();
  await expect.poll(() => cards.getByLabel("Your name").inputValue()).toBe("Grace Hopper");
  await cards.getByRole("button", { name: "Continue" }).click();
  await cards.getByText("Step 2 of 2").waitFor();
  await cards.getByRole("button", { name: "Continue" }).click();
  await graces.getByText("Set a reminder").waitFor();
  await graces.goto("/people");
  await graces.getByRole("heading", { name: "Page not found" }).waitFor();
  await graces.goto("/settings");
  await expect.poll(() => graces.getByLabel("Time zone").inputValue()).toMatch(/^Asia\/(Kolkata|Calcutta)$/);

  await page.reload();
  const role = page.getByLabel("Role of Grace Hopper");
  await expect.poll(() => role.inputValue()).toBe("member");
  await role.selectOption("admin");
  await page.getByText("Grace Hopper is an admin now.").first().waitFor();
  await graces.reload();
  await graces.getByRole("link", { name: "Models", includeHidden: true }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Password reset link" }).click();
  await expect.poll(() => page.getByTestId("link").innerText()).toMatch(/\/reset#\S{20,}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  await graces.reload();
  await graces.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  await page.getByLabel("Role of Admin").selectOption("member");
  await page.getByText("last active admin").first().waitFor();
  await expect.poll(() => page.getByLabel("Role of Admin").inputValue()).toBe("admin");
});

async function linkAda(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Link an account at Example" }).click();
  await page.getByRole("link", { name: "I am Ada" }).click();
  await page.getByText("Account linked.").first().waitFor();
}

it("an account at an OpenID provider is linked, signed in by, unlinked, and taken back by an admin", async () => {
  const page = await stage.goTo("/settings");
  await linkAda(page);
  const accounts = page.getByRole("list", { name: "Sign-in accounts" });
  await accounts.getByText(ADA.email).waitFor();

  const others = await elsewhere("/costs");
  await others.getByRole("link", { name: "Sign in with Example" }).click();
  await others.getByRole("link", { name: "I am Ada" }).click();
  await others.getByLabel("Message", { exact: true }).waitFor();
  await others.context().close();

  await accounts.getByRole("button", { name: `Unlink ${ADA.email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await page.getByText(`${ADA.email} is no longer linked.`).first().waitFor();
  await accounts.getByText(ADA.email).waitFor({ state: "detached" });

  await linkAda(page);
  await page.goto("/people");
  await page.getByRole("button", { name: "Actions for Admin" }).click();
  await page.getByRole("menuitem", { name: "Linked accounts" }).click();
  const dialog = page.getByRole("dialog", { name: "Accounts of Admin" });
  const back = dialog.getByRole("button", { name: `Unlink ${ADA.email}` });
  await back.click();
  await back.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Link an account at Example" }).waitFor();
  await expect.poll(() => accounts.getByText(ADA.email).count()).toBe(0);
});

it("somebody tells agents about themselves, and chooses a picture that stands beside their words", async () => {
  const page = await stage.goTo("/settings");
  const about = page.getByRole("region", { name: "About you" });
  await about.getByLabel("What should agents know about you?").fill("I keep nine bees.");
  await about.getByRole("button", { name: "Save instructions" }).click();
  await page.getByText("Agents know from your next message on.").first().waitFor();
  await about.getByTestId("avatar").setInputFiles("web/public/icon-512.png");
  await about.getByRole("button", { name: "Remove picture" }).waitFor();

  const chat = await stage.chat();
  await chat.say("Who am I?");
  await chat.reads("ok");
  expect(JSON.stringify(stage.model.requests.at(-1)?.messages[0])).toContain("I keep nine bees.");
  await chat.page.locator(".said img").waitFor();

  await page.goto("/settings");
  await about.getByLabel("Use custom instructions").uncheck();
  await about.getByRole("button", { name: "Remove picture" }).click();
  await about.getByRole("button", { name: "Upload picture" }).waitFor();
  await page.reload();
  await expect.poll(() => about.getByLabel("Use custom instructions").isChecked()).toBe(false);
  await about.getByLabel("What should agents know about you?").fill("");
  await about.getByRole("button", { name: "Save instructions" }).click();
});
