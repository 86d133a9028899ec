import { expect, it } from "vitest";
import { signedIn } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("speaks the browser's language, and on every device the one that is chosen", async () => {
  const german = await signedIn(stage.browser, stage.nightjar, { locale: "de-AT" });
  const page = await german.newPage();
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByLabel("Sprache der App").selectOption({ label: "Français" });
  await page.getByRole("heading", { name: "Réglages" }).waitFor();
  // The number of unread conversations stands before it: other tests of this instance leave some.
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Réglages · Nightjar$/u);
  await german.close();

  const english = await stage.context.newPage();
  await english.goto("/");
  await english.getByPlaceholder("Qu’avez-vous en tête").waitFor();
  // Kept by now, so that the page begins in it.
  await english.goto("/settings");
  await english.getByLabel("Langue de l’application").selectOption({ label: "Comme le navigateur" });
  await english.getByRole("heading", { name: "Settings" }).waitFor();
  await expect.poll(() => english.locator("html").getAttribute("lang")).toBe("en");
});
