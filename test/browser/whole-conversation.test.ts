import { describe, expect, it } from "vitest";
import { ChatView } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

/** A conversation of some exchanges, open at its end. */
async function talk(title: string, exchanges: number): Promise<ChatView> {
  const id = await stage.nightjar.createConversation({ title });
  const socket = await stage.nightjar.socket(id);
  const ended = () => socket.events.filter((event) => event.type === "turn_end").length;
  for (let count = 1; count <= exchanges; count++) {
    stage.model.script((answer) => answer.text(`Answer ${count}, with some words to it.`));
    socket.send({ type: "send", client_id: `c${count}`, text: `Question ${count} of ${title}` });
    await socket.event((event) => event.type === "turn_end" && ended() >= count);
  }
  const chat = await stage.chat(`/c/${id}`);
  await chat.reads(`Answer ${exchanges}, with some words to it.`);
  return chat;
}

async function act(chat: ChatView, item: string): Promise<void> {
  await chat.page.getByRole("button", { name: "Actions for this conversation" }).click();
  await chat.page.getByRole("menuitem", { name: item }).click();
}

describe("a conversation that is forked", () => {
  it("goes on from that message in a new one, and leaves the first one as it is", async () => {
    const chat = await talk("Tides", 3);
    const first = await chat.conversationId();
    await chat.page.getByText("Answer 2,").hover();
    const second = chat.page.locator("article.answer").nth(1);
    await second.getByLabel("New conversation from here").click();
    await chat.page.getByRole("heading", { name: "Tides (fork)" }).waitFor();
    await chat.reads("Answer 2, with some words to it.");
    await expect.poll(() => chat.said()).toHaveLength(4);
    stage.model.script((answer) => answer.text("Only here."));
    await chat.say("And now?");
    await chat.reads("Only here.");
    await chat.page.getByRole("link", { name: "Tides (fork)" }).waitFor();
    await chat.page.goto(`/c/${first}`);
    await chat.reads("Answer 3, with some words to it.");
    await expect.poll(() => chat.said()).toHaveLength(6);
  });

  it("says why it could not be", async () => {
    const chat = await talk("Locks", 1);
    await chat.page.route("**/fork", (route) =>
      route.fulfill({ status: 503, json: { error: "api_fail", reason: "The copy could not be made." } }),
    );
    await chat.footer.getByLabel("New conversation from here").click();
    await chat.page.getByText("The copy could not be made.").waitFor();
    await expect.poll(() => chat.said()).toHaveLength(2);
    await chat.page.unroute("**/fork");
  });
});

describe("an answer that is looked into", () => {
  it("tells its steps and tools, what they took, and what went wrong", async () => {
    stage.model.script(
      (answer) => answer.tool("calculate", { expression: "6 * 7" }),
      (answer) => answer.tool("calculate", { expression: "6 *" }),
      (answer) => answer.text("It is 42."),
    );
    const chat = await stage.chat();
    await chat.say("How much?");
    await chat.reads("It is 42.");
    await chat.page.reload();
    await chat.footer.getByRole("button", { name: /30 in, 15 out/ }).click();
    const dialog = chat.page.getByRole("dialog", { name: "Answer details" });
    await dialog.getByText("Step 3").waitFor();
    await expect
      .poll(() => dialog.innerText())
      .toMatch(/Answered[\s\S]*30 tokens[\s\S]*Step 1[\s\S]*Calculate[\s\S]*Step 2[\s\S]*Calculate, failed/);
    stage.model.script(
      (answer) => answer.tool("calculate", { expression: "6 * 7" }),
      (answer) => answer.tool("calculate", { expression: "6 * 8" }),
      (answer) => answer.text("It is 48."),
    );
    await dialog.getByRole("button", { name: "Replay with …" }).click();
    await dialog.getByRole("button", { name: "Replay", exact: true }).click();
    const replayed = dialog.getByRole("article", { name: "Replayed" });
    await replayed.getByText("Calculate, answered from the original").waitFor();
    await replayed.getByText("Calculate, new, not run").waitFor();
    await expect.poll(() => replayed.locator("mark").allInnerTexts()).toEqual(["48."]);
    await chat.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await triesOnSet(chat);
  });
});

/** Adds the last answer to a new set, and replays the set. */
async function triesOnSet({ page, footer }: Awaited<ReturnType<typeof talk>>): Promise<void> {
  await footer.getByRole("button", { name: /30 in, 15 out/ }).click();
  const dialog = page.getByRole("dialog", { name: "Answer details" });
  await dialog.getByRole("button", { name: "Add to a set" }).click();
  await dialog.getByLabel("Name of the new set").fill("Sums");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("link", { name: "Open set" }).click();
  await page.getByRole("heading", { name: "Sums" }).waitFor();
  await page.getByRole("button", { name: "Actions for this turn" }).click();
  await page.getByRole("menuitem", { name: "Set expectation" }).click();
  await page.getByLabel("The answer says", { exact: true }).fill("49");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("says “49”").waitFor();
  stage.model.script((answer) => answer.text("It is 49."));
  await page.getByRole("button", { name: "Try a change" }).click();
  await page.getByRole("button", { name: "Replay all turns" }).click();
  const replayed = page.getByRole("region", { name: "Replayed" });
  await replayed.getByText("It is 49.").waitFor();
  await page.getByText("1 of 1 expectations met").waitFor();
  await page.getByRole("button", { name: "Better" }).click();
  await page.getByText("1 better, 0 same, 0 worse").waitFor();
  await page.getByRole("button", { name: "Back to the set" }).click();
  stage.model.script((answer) => answer.text("It is 50."));
  await page.getByRole("button", { name: "Try a change" }).click();
  await page.getByRole("combobox", { name: /^Agent/ }).selectOption({ label: "Nightjar" });
  await page.getByRole("button", { name: "Replay all turns" }).click();
  await replayed.getByText("It is 50.").waitFor();
  await page.getByLabel("Compare with").selectOption({ index: 1 });
  await page.getByRole("region", { name: "Unchanged" }).getByText("It is 49.").waitFor();
  const own = page.getByRole("region", { name: "This run" });
  await expect.poll(() => own.locator("mark").allInnerTexts()).toEqual(["50."]);
}

describe("a conversation that is summarised", () => {
  it("shows from where on, and what the model reads instead, also after a reload", async () => {
    const chat = await talk("Lighthouses", 3);
    await act(chat, "Summarise for the model");
    const mark = chat.page.locator("details.mark summary");
    await mark.waitFor();
    await expect.poll(() => mark.innerText()).toMatch(/\d+ messages summarised for the model/);
    await expect.poll(() => chat.page.locator(".note").innerText()).toContain("undo the summary");
    await expect.poll(() => chat.said()).toHaveLength(6);
    await chat.page.reload();
    await mark.click();
    const inside = chat.page.getByRole("region", { name: "Summary" });
    await expect.poll(() => inside.innerText()).toMatch(/Question 1[\s\S]*to .* tokens/);
    await inside.getByRole("button", { name: "Undo" }).click();
    await mark.waitFor({ state: "detached" });
    await chat.page.getByText("Summary undone").waitFor();
    await chat.page.reload();
    await chat.reads("Answer 3, with some words to it.");
    await expect.poll(() => mark.count()).toBe(0);
  });

  it("takes it back from the menu too, in every tab", async () => {
    const chat = await talk("Buoys", 3);
    const other = await ChatView.open(stage.context, `/c/${await chat.conversationId()}`);
    await act(chat, "Summarise for the model");
    const mark = other.page.locator("details.mark");
    await mark.waitFor();
    await act(chat, "Undo summary");
    await mark.waitFor({ state: "detached" });
  });

  it("says so when there is nothing to summarise", async () => {
    const chat = await talk("Short", 1);
    await act(chat, "Summarise for the model");
    await chat.page.getByText("nothing to summarise").waitFor();
    await expect.poll(() => chat.page.getByText("Summarising the older part").count()).toBe(0);
  });
});

describe("a message that is deleted", () => {
  it("takes its name for the conversation along, and the way down to where one is already", async () => {
    const id = await stage.nightjar.createConversation({});
    const socket = await stage.nightjar.socket(id);
    for (const [count, text] of ["Secret cove", "Open sea"].entries()) {
      const words = count === 0 ? "Aye." : "Waves.\n\n".repeat(80);
      stage.model.script((answer) => answer.text(words));
      socket.send({ type: "send", client_id: `c${count}`, text });
      await socket.event(
        (event) =>
          event.type === "turn_end" && socket.events.filter(({ type }) => type === "turn_end").length > count,
      );
    }
    const chat = await stage.chat(`/c/${id}`);
    const { page } = chat;
    await page.getByText("Waves.").last().waitFor();
    await page.getByRole("region", { name: "Conversation" }).hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByText("Aye.").waitFor();
    const takeBack = async (what: "message" | "answer") => {
      const button = page.getByLabel(`Delete ${what}`).first();
      await button.evaluate((node: { click(): void }) => node.click());
      await page.getByRole("dialog").getByRole("button", { name: "Delete message" }).click();
    };
    await page.getByRole("link", { name: "Secret cove" }).first().waitFor();
    await takeBack("message");
    await page.getByRole("heading", { name: "Open sea" }).waitFor();
    await page.getByRole("link", { name: "Open sea" }).first().waitFor();
    await expect.poll(() => page.getByText("Secret cove").count()).toBe(0);
    await page.getByLabel("Jump to latest").waitFor();
    await takeBack("answer");
    await page.getByText("Aye.").waitFor({ state: "detached" });
    await takeBack("answer");
    await page.getByLabel("Jump to latest").waitFor({ state: "detached" });
    await takeBack("message");
    await page.getByRole("heading", { name: "New conversation" }).waitFor();
    await expect.poll(() => page.getByText("Open sea").count()).toBe(0);
  });
});
