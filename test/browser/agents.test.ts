import { expect, it } from "vitest";
import { ChatView } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("an agent is made, talked to, changed and brought back on its page", async () => {
  const page = await stage.context.newPage();
  await page.goto("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada Gärtner");
  await page.getByLabel("Instructions").fill("Speak of gardens.");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByText("Ada Gärtner is ready.").waitFor();
  await page.getByRole("button", { name: "Back to the agents" }).click();
  await page.getByText("@ada-gartner").waitFor();

  stage.model.script((answer) => answer.text("The beans are up."));
  await page.getByRole("button", { name: "Talk to Ada Gärtner" }).click();
  const chat = new ChatView(page);
  await chat.say("How is the garden?");
  await chat.reads("The beans are up.");
  await chat.finished();
  const [asked] = stage.model.requests.slice(-1);
  expect(JSON.stringify(asked?.messages[0])).toContain("Speak of gardens.");

  await page.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("button", { name: "Edit Ada Gärtner" }).click();
  await page.getByLabel("Temperature").fill("hot");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "temperature" }).waitFor();
  await page.getByLabel("Temperature").fill("0.4");
  await page.getByLabel("Instructions").fill("Speak of seas.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  // By the keyboard: what was just said lies over it for a moment.
  await page.getByRole("radio", { name: "Versions" }).press("Space");
  await page.getByRole("button", { name: "Compare version 1 with now" }).click();
  await page.getByText("+ Speak of gardens.").waitFor();
  await page.getByRole("button", { name: "Bring back version 1" }).click();
  await page.getByText("is again as in version 1").waitFor();
  const kept = await stage.nightjar.request<object>("GET", "/agents/ada-gartner");
  expect(kept).toMatchObject({ version: 3, instructions: "Speak of gardens.", temperature: null });
  await stage.nightjar.request("DELETE", "/agents/ada-gartner");
});
