import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signedOut } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();
const PASSWORD = "three small owls";

/** A window in which nobody is signed in. */
async function stranger(address: string): Promise<Page> {
  const context = await signedOut(stage.browser, stage.nightjar);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function isAtHome(page: Page): Promise<void> {
  await page.getByLabel("Message", { exact: true }).waitFor();
}

describe("somebody with an invite", () => {
  it("joins, makes a key, changes the password, and signs in with it", async () => {
    const { url } = await stage.nightjar.request<{ url: string }>("POST", "/invites", { name: "Ada" });
    const page = await stranger(url);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Username").fill("ada");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("alert").getByText("at least 10 characters").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Join" }).click();
    await isAtHome(page);
    expect(new URL(page.url()).hash).toBe("");

    await page.goto("/settings");
    // What is above the button has been read then, and moves it no more.
    await page.getByText("This device").waitFor();
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("A script");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByTestId("new-key").innerText();
    await page.getByRole("button", { name: "Done" }).click();
    const headers = { authorization: `Bearer ${key}` };
    const me = await fetch(new URL("/api/v1/me", stage.nightjar.url), { headers });
    expect(await me.json()).toMatchObject({ name: "Ada", role: "member" });

    const elsewhere = await stranger("/settings");
    await elsewhere.getByLabel("Username").fill("Ada");
    await elsewhere.getByLabel("Password").fill(PASSWORD);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.getByText("This device").waitFor();

    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("four quiet owls");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Your other devices are signed out.", { exact: false }).first().waitFor();
    await elsewhere.reload();
    await elsewhere.getByLabel("Password").fill("four quiet owls");
    await elsewhere.getByLabel("Username").fill("ada");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.getByText("This device").waitFor();
  });

  it("who has forgotten the password sets a new one by a link", async () => {
    const { id } = await stage.nightjar.request<{ id: string }>("POST", "/users", { username: "bob" });
    const wanted = { person_id: id, purpose: "reset" };
    const { url } = await stage.nightjar.request<{ url: string }>("POST", "/auth/links", wanted);
    const page = await stranger(url);
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("bob");
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await isAtHome(page);
    const again = await stranger("about:blank");
    await again.goto(url);
    await again.getByRole("alert").getByText("used already").waitFor();
  });
});

it("an admin gives the instance a name and a logo, which stand at its entrance too", async () => {
  const page = await stage.goTo("/settings");
  await page.getByLabel("Name of this instance").fill("Owl House");
  await page.getByLabel("Name of this instance").press("Enter");
  await page.getByRole("link", { name: "Owl House, new conversation" }).waitFor();
  await page.getByTestId("logo").setInputFiles("web/public/icon-192.png");
  await page.getByRole("button", { name: "Change logo" }).waitFor();

  const door = await stranger("/");
  await door.getByRole("heading", { name: "Owl House" }).waitFor();
  expect(await door.title()).toBe("Sign in · Owl House");
  const drawn = await door.evaluate(
    "document.querySelector('.picture img').decode().then(() => document.querySelector('.picture img').naturalWidth)",
  );
  expect(drawn).toBe(192);
  await door.context().close();

  await page.getByRole("button", { name: "Remove logo" }).click();
  await page.getByRole("button", { name: "Upload logo" }).waitFor();
  await page.getByLabel("Name of this instance").fill("");
  await page.getByLabel("Name of this instance").press("Enter");
  await page.getByRole("link", { name: "Nightjar, new conversation" }).waitFor();
});
