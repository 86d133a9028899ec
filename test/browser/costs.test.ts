import { expect, it } from "vitest";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("a budget is set for an agent, holds, and is removed on the page of costs", async () => {
  const page = await stage.goTo("/costs");
  const budgets = page.getByRole("region", { name: "Budgets" });
  await budgets.locator("label", { hasText: "For" }).getByRole("combobox").selectOption("agent");
  await budgets.locator("label", { hasText: "Which agent" }).getByRole("combobox").selectOption("scholar");
  await budgets.getByLabel("US dollars").fill("much");
  await budgets.getByRole("button", { name: "Set budget" }).click();
  await budgets.getByRole("alert").waitFor();
  await budgets.getByLabel("US dollars").fill("2,50");
  await budgets.getByRole("button", { name: "Set budget" }).click();
  await budgets.getByText("of $2.50 a month").waitFor();
  const listed = await stage.nightjar.request<{ items: object[] }>("GET", "/budgets");
  expect(listed.items).toMatchObject([{ scope: "agent", key: "scholar", period: "month", limit_usd: 2.5 }]);
  await budgets.getByRole("button", { name: "Remove the budget: Scholar, a month" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await budgets.getByText("No budgets yet.").waitFor();
});
