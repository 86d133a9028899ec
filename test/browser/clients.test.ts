import { expect, it } from "vitest";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("a person takes a client on, acts for it, and finds nothing of it when they are back", async () => {
  const page = await stage.context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/clients");
  await page.getByRole("button", { name: "New client" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Baker & Sons");
  await expect.poll(() => page.getByLabel("Name for agents").inputValue()).toBe("baker-sons");
  await page.getByLabel("Dollars per month").fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("of $20.00 this month").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);

  await page.getByRole("button", { name: "Act for Baker & Sons" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("You're acting for Baker & Sons.").waitFor();
  await page.goto("/clients");
  await page.getByText("Clients can't have clients of their own.").waitFor();
  const prompt = { name: "oven", description: "", text: "Is the oven hot?" };
  const kept = await page.request.post("/api/v1/prompts", { data: prompt });
  expect(kept.ok()).toBe(true);

  await page.getByRole("button", { name: "Back to my account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Clients", includeHidden: true }).waitFor({ state: "attached" });
  await page.getByText("You're acting for Baker & Sons.").waitFor({ state: "detached" });
  const own = await page.request.get("/api/v1/prompts");
  expect(await own.text()).not.toContain("oven");
});
