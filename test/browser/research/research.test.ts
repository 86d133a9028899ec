import { expect, it } from "vitest";
import type { Research } from "../../../src/contract/agents/research.ts";
import { Gate } from "../support/browser.ts";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();

it("a research run is a card: its plan is edited and started, it is followed, stopped, and its report opened", async () => {
  const question = "What do barn owls eat, and where do they breed?";
  const gate = new Gate();
  stage.model.voice("Look into barn owls").script(
    (answer) => answer.tool("start_research", { question, depth: "quick", plan_first: true }),
    (answer) => answer.text("Start it, and its report comes here."),
  );
  const steps = ["What do they eat?", "Where do they breed?"].map((words) => ({ question: words }));
  stage.model
    .voice(`Question: ${question}`)
    .always((answer) => answer.text("# Barn owls\n\nNothing was found."))
    .script((answer) => answer.text(JSON.stringify({ clarify: "Which continent?", steps })));
  const workers = stage.model.voice("The report answers").always(async (answer) => {
    await gate.passed;
    answer.tool("done", { missing: "" });
  });
  const chat = await stage.chat();
  await chat.say("Look into barn owls");
  await chat.reads("Start it, and its report comes here.");
  const card = chat.page.getByRole("region", { name: "Research" });
  await card.getByText("Waiting for you").waitFor();

  await card.getByRole("button", { name: "Reword question 1" }).click();
  await card.getByLabel("Question 1", { exact: true }).fill("Which mice do they eat?");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("Which mice do they eat?").waitFor();
  await card.getByLabel("Question to add").fill("How many eggs do they lay?");
  await card.getByRole("button", { name: "Add", exact: true }).click();
  await card.getByText("How many eggs do they lay?").waitFor();
  await card.getByRole("button", { name: "Change question 3" }).click();
  await chat.page.getByRole("menuitem", { name: "Move up" }).click();
  const planned = card.getByRole("list", { name: "Plan" }).getByRole("listitem");
  await planned.nth(1).getByText("How many eggs do they lay?").waitFor();
  await card.getByRole("button", { name: "Change question 3" }).click();
  await chat.page.getByRole("menuitem", { name: "Remove" }).click();
  await expect.poll(() => planned.count()).toBe(2);
  await planned.nth(0).getByText("Which mice do they eat?").waitFor();
  await planned.nth(1).getByText("How many eggs do they lay?").waitFor();
  await card.getByLabel("Which continent?").fill("Europe");
  await card.getByRole("button", { name: "Start research" }).click();
  await card.getByText("Reading sources").waitFor();
  await workers.requested(2);
  expect(JSON.stringify(workers.requests)).toContain("Which continent? Europe");
  await expect.poll(() => planned.getByText("running").count()).toBe(2);

  await chat.page.reload();
  await expect.poll(() => planned.getByText("running").count()).toBe(2);
  await card.getByRole("button", { name: "Edit plan" }).click();
  await card.getByRole("button", { name: "Change question 2" }).click();
  await chat.page.getByRole("menuitem", { name: "Stop and remove" }).click();
  await expect.poll(() => planned.count()).toBe(1);
  await card.getByRole("button", { name: "Stop research" }).click();
  await card.getByText("Stopped early").waitFor();
  gate.open();
  await card.getByRole("button", { name: "Resume research" }).waitFor();
  await card.getByRole("button", { name: "Open report" }).click();
  await chat.page
    .getByRole("complementary", { name: /^Preview of/ })
    .getByRole("heading", { level: 1 })
    .waitFor();
});

it("research runs are listed, and each has a page with its report and what it rests on", async () => {
  const question = "What do nightjars eat?";
  const { id } = await stage.nightjar.request<Research>("POST", "/research", {
    question,
    model: "offline/demo",
  });
  const page = await stage.goTo("/research");
  await page
    .getByRole("link", { name: new RegExp(question.replace("?", "\\?")) })
    .first()
    .click();
  await page.waitForURL(`**/research/${id}`);
  const card = page.getByRole("region", { name: "Research" });
  await card.getByText("Done", { exact: true }).waitFor();
  await card.getByText(/^\d+ sentences? supported$/).waitFor();
  const saved = page.waitForEvent("download");
  await card.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("what-do-nightjars-eat.md");
  await card.getByText("Plan and sources").click();
  await card.getByText(/^Library/).waitFor();
  await page.getByText(/Nightjars eat flying insects/).waitFor();
});
