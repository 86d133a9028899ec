import { expect, it } from "vitest";
import { Gate } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("a task that was handed on is a card: it shows what is said there, asks, and leads to it", async () => {
  const gate = new Gate();
  stage.model.script(
    (answer) => answer.tool("spawn_agent", { task: "Count the owls in the barn" }),
    (answer) => {
      answer.text("I look into the barn.");
      answer.tool("ask_user", { question: "Which barn?", options: ["The old one", "The red one"] });
    },
    async (answer) => {
      answer.text("I see an owl, ");
      await gate.passed;
      answer.text("and two more.");
    },
    (answer) => answer.text("There are three."),
  );
  const chat = await stage.chat();
  await chat.say("How many owls?");
  const card = chat.page.getByRole("region", { name: /^Nightjar: / });
  await card.getByText("I look into the barn.").waitFor();
  await chat.page.reload();
  await chat.page.getByRole("button", { name: "Delegated tasks" }).click();
  const tree = chat.page.getByRole("dialog", { name: "Delegated tasks" });
  await tree.getByText("Count the owls in the barn").waitFor();
  await tree.getByText("asks you").waitFor();
  await tree.getByRole("button", { name: "Close" }).click();
  await card.getByRole("button", { name: "The old one" }).click();
  await card.getByText("I see an owl,").waitFor();
  await expect.poll(() => card.getByRole("button", { name: "The red one" }).count()).toBe(0);
  await expect.poll(() => chat.page.getByLabel("Stop").isVisible()).toBe(true);
  gate.open();
  await chat.reads("There are three.");
  await card.getByText("done").waitFor();
  await chat.page.getByRole("button", { name: "Delegated tasks" }).click();
  await tree.getByText("1 task").waitFor();
  await tree.getByRole("link", { name: /Open/ }).click();
  await chat.page.getByText("I see an owl, and two more.").waitFor();
  await chat.page.getByRole("link", { name: "Back to the original conversation" }).click();
  await chat.reads("There are three.");
});

it("a capability that is built is a card: it shows how it goes, asks, and says what came of it", async () => {
  // Each conversation has a voice of its own: a turn that is left of another test takes none of its words.
  stage.model.voice("What is the weather?").script(
    (answer) =>
      answer.tool("request_capability", {
        name: "weather_lookup",
        description: "Look up the weather of a city.",
      }),
    (answer) => answer.text("I am having it built."),
  );
  stage.model.voice("Build the capability").script(
    (answer) => answer.tool("report_progress", { text: "Comparing weather services" }),
    (answer) => answer.tool("ask_user", { question: "Which unit?", options: ["Celsius", "Fahrenheit"] }),
    (answer) => answer.text("It could not be built."),
  );
  const chat = await stage.chat();
  await chat.say("What is the weather?");
  const card = chat.page.getByRole("region", { name: /^Builder: / });
  await card.getByText("asks you").waitFor();
  await card.getByText("Comparing weather services").waitFor();
  await chat.page.reload();
  await card.getByRole("button", { name: "Celsius" }).click();
  await card.getByText("done").waitFor();
  await chat.reads("It could not be built.");
  await card.getByText("Not built: The Builder ended without registering the capability.").waitFor();
});
