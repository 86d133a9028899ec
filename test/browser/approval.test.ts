/** The card of a call that waits: what it is given and from where, in both themes and on a telephone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FOUND = "axe.run('main').then(({ violations }) => violations.map(({ id }) => id))";

it("shows what was read, the end of a long text and who wrote it", async () => {
  await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: { schedule_message: "ask" } });
  const remind = (text: string) => ({ text, in_seconds: 3600 });
  stage.model.script(
    (answer) => answer.tool("schedule_message", remind(`Tea. ${"On and on. ".repeat(60)}The very end.`)),
    (answer) => answer.text("Done."),
  );
  const chat = await stage.chat();
  const { page } = chat;
  await chat.say("Remind me of tea");
  const card = page.getByRole("region", { name: "Approval" });
  await card.getByText("The very end.").first().waitFor();
  await expect.poll(() => card.innerText()).toContain("Written by the model");
  await card.getByRole("group", { name: "Don't ask again for this tool:" }).waitFor();
  const window = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    expect(await page.evaluate<string[]>(FOUND)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  if (window) await page.setViewportSize(window);
  await card.getByRole("button", { name: "Allow once" }).click();
  await chat.reads("Done.");
  await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: {} });
});
