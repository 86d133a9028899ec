import { describe, expect, it, onTestFinished } from "vitest";
import { startNightjar } from "../support/process/nightjar.ts";
import { ChatView, Gate, signedIn } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

describe("a conversation in the browser", () => {
  it("shows the words as they come, and what they took once they are whole", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("The night ");
      await gate.passed;
      answer.text("is **young**.");
    });
    const chat = await stage.chat();
    // Of all the agents that there are, the one who will answer.
    await chat.page.locator('label[title="Agent"]', { hasText: "Nightjar" }).waitFor();
    await chat.say("How is the night?");
    await chat.reads("The night");
    await expect.poll(() => chat.page.getByLabel("Stop").isVisible()).toBe(true);
    gate.open();
    await chat.reads("The night is young.");
    await chat.finished();
    await expect.poll(() => chat.newest.locator("strong").innerText()).toBe("young");
    await expect.poll(() => chat.footer.innerText()).toMatch(/scripted.*10 in, 5 out/);
    await expect.poll(() => chat.said()).toEqual(["How is the night?", "The night is young."]);
    expect(await chat.conversationId()).toMatch(/^cnv_/);
    await chat.page.getByRole("link", { name: "How is the night?" }).waitFor();
  });

  it("tells how full the context is and compacts it, and asks before changes once it is told to", async () => {
    const chat = await stage.chat();
    for (const words of ["First.", "Second."]) {
      await chat.say(words);
      await chat.finished();
    }
    const ring = chat.page.getByRole("button", { name: /^Context \d+% full/ });
    await ring.click();
    const panel = chat.page.getByRole("dialog", { name: /^Context/ });
    await panel.getByText("System prompt and agent").waitFor();
    await panel.getByText("Last request. All numbers are estimates.").waitFor();
    await panel.getByRole("button", { name: "Compact now" }).click();
    await chat.page.getByText("2 messages summarised for the model").waitFor();

    await chat.page.getByRole("button", { name: "Mode: Agent" }).click();
    await chat.page.getByRole("radio", { name: /Reads only/ }).click();
    await chat.page.getByRole("button", { name: "Mode: Reads only" }).waitFor();
    await chat.page.reload();
    await chat.page.getByRole("button", { name: "Mode: Reads only" }).waitFor();
    await chat.say("/chat What do you remember?");
    await chat.finished();
    await expect.poll(() => chat.said()).toContain("What do you remember?");
    await chat.say("/chat");
    await chat.page.getByRole("button", { name: "Mode: Chat" }).waitFor();
    await chat.page.getByRole("button", { name: "Mode: Chat" }).click();
    const search = chat.page.getByRole("radio", { name: /^Search/ });
    await search.getByText("No search engine is connected.").waitFor();
    expect(await search.isDisabled()).toBe(true);
  });

  it("suggests what to ask next once that is turned on, and fills the message box with it", async () => {
    const chat = await stage.chat();
    await chat.page.evaluate(() => localStorage.setItem("nightjar:follow-ups", "true"));
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("It is ");
      await gate.passed;
      answer.text("late.");
    });
    await chat.say("What time is it?");
    await chat.reads("It is");
    gate.open();
    await chat.finished();
    const chips = chat.page.getByRole("group", { name: "Suggestions" });
    await chips.getByRole("button").first().click();
    await expect.poll(() => chat.page.getByLabel("Message", { exact: true }).inputValue()).not.toBe("");
    await chips.waitFor({ state: "hidden" });
  });

  it("stops at Escape, keeps what was said, and takes the next message", async () => {
    stage.model.script((answer) => {
      answer.text("Once upon a time");
      return answer.forever();
    });
    const chat = await stage.chat();
    await chat.say("Tell me a story");
    await chat.reads("Once upon a time");
    await chat.page.keyboard.press("Escape");
    await chat.finished();
    await expect.poll(() => chat.footer.innerText()).toContain("stopped");
    await chat.reads("Once upon a time");
    await chat.say("Enough");
    await chat.reads("ok");
    await chat.page.reload();
    await chat.page.getByText("Stopped.", { exact: true }).waitFor();
  });

  it("goes on after a reload in mid-stream, without losing or doubling a word", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      for (const word of ["alpha ", "beta ", "gamma "]) answer.text(word);
      await gate.passed;
      for (const word of ["delta ", "epsilon"]) answer.text(word);
    });
    const chat = await stage.chat();
    await chat.say("Count in Greek");
    await chat.reads("alpha beta gamma");
    await chat.page.reload();
    await chat.reads("alpha beta gamma");
    gate.open();
    await chat.reads("alpha beta gamma delta epsilon");
    await chat.finished();
    await expect.poll(() => chat.said()).toEqual(["Count in Greek", "alpha beta gamma delta epsilon"]);
  });

  it("says that the connection is lost, and catches up by itself when it is back", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("before ");
      await gate.passed;
      answer.text("meanwhile ");
      answer.text("after");
    });
    const chat = await ChatView.open(stage.context);
    const network = { isUp: true, drop: () => undefined as unknown, tried: () => undefined as unknown };
    await chat.page.routeWebSocket(/\/socket/, (socket) => {
      network.tried();
      if (network.isUp) socket.connectToServer();
      else void socket.close();
      network.drop = () => socket.close();
    });
    await chat.say("Are you there?");
    await chat.reads("before");
    network.isUp = false;
    network.drop();
    await chat.page.getByText("Connection lost").waitFor();
    gate.open();
    await chat.message.fill("sent without a network");
    await chat.message.press("Enter");
    await chat.page.getByText("Will be sent when the connection is back").waitFor();
    // Before the network is back: then the button may be gone at any moment.
    const tried = new Promise<void>((resolve) => {
      network.tried = resolve;
    });
    await chat.page.getByRole("button", { name: "Try now" }).click();
    await tried;
    network.isUp = true;
    await chat.reads("ok");
    await expect
      .poll(() => chat.said())
      .toEqual(["Are you there?", "before meanwhile after", "sent without a network", "ok"]);
    await expect.poll(() => chat.page.getByText("Connection lost").count()).toBe(0);
  });

  it("keeps the answer in sight while more is said, which may be withdrawn or written anew until it is read", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("one ");
      await gate.passed;
      answer.text("two");
    });
    const chat = await stage.chat();
    await chat.say("Count");
    await chat.reads("one");
    await chat.say("Stop at three");
    await chat.say("Never mind");
    const queued = chat.page.locator(".said").filter({ hasText: "Queued" });
    await queued.nth(1).waitFor();
    await expect.poll(() => chat.page.getByText("one", { exact: true }).isVisible()).toBe(true);
    await queued.filter({ hasText: "Never mind" }).getByRole("button", { name: "Withdraw" }).click();
    await chat.page.getByText("Never mind").waitFor({ state: "detached" });
    await queued.getByRole("button", { name: "Edit" }).click();
    await queued.waitFor({ state: "detached" });
    await expect.poll(() => chat.message.inputValue()).toBe("Stop at three");
    await chat.message.fill("Stop at four");
    await chat.message.press("Enter");
    await queued.filter({ hasText: "Stop at four" }).waitFor();
    gate.open();
    await chat.reads("ok");
    await chat.finished();
    await expect.poll(() => chat.said()).toEqual(["Count", "one two", "Stop at four", "ok"]);
  });

  it("takes more while it answers, and keeps each answer under its question", async () => {
    const gate = new Gate();
    stage.model.script(
      async (answer) => {
        answer.text("one ");
        await gate.passed;
        answer.text("done");
      },
      (answer) => answer.text("two done"),
    );
    const chat = await stage.chat();
    await chat.say("First");
    await chat.reads("one");
    await chat.say("Second");
    await chat.page.locator(".words").getByText("Second").waitFor();
    await expect.poll(() => chat.said()).toEqual(["First", "one", "Second"]);
    await chat.page.reload();
    await chat.reads("one");
    await expect.poll(() => chat.said()).toEqual(["First", "one", "Second"]);
    gate.open();
    await chat.reads("two done");
    await chat.finished();
    await expect.poll(() => chat.said()).toEqual(["First", "one done", "Second", "two done"]);
  });

  it("asks before a tool acts, and does as it is told", async () => {
    await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: { calculate: "ask" } });
    stage.model.script(
      (answer) => answer.tool("calculate", { expression: "6 * 7" }),
      (answer, request) => answer.text(`Result: ${JSON.stringify(request.messages.at(-1)?.content)}`),
      (answer) => answer.tool("calculate", { expression: "1 + 1" }),
      (answer) => answer.text("Then not."),
    );
    const chat = await stage.chat();
    await chat.say("Calculate");
    const card = chat.page.getByRole("region", { name: "Approval" });
    await expect.poll(() => card.innerText()).toContain("6 * 7");
    await card.getByRole("button", { name: "Allow once" }).click();
    await chat.reads('Result: "42"');
    await chat.say("Again");
    await card.getByRole("button", { name: "Deny" }).click();
    await chat.reads("Then not.");
    await stage.nightjar.request("PATCH", "/agents/nightjar", { tools: {} });
  });

  it("shows a reaction at the words it is for, the first of a conversation too", async () => {
    stage.model.script(
      (answer) => answer.tool("react", { emoji: "🦉" }),
      (answer) => answer.text("Good owls."),
    );
    const chat = await stage.chat();
    await chat.say("I saw two owls");
    await chat.reads("Good owls.");
    await expect.poll(() => chat.page.locator(".said .reactions").innerText()).toContain("🦉");
    await expect.poll(() => chat.newest.locator("details.activity", { hasText: "React" }).count()).toBe(0);
  });

  it("asks with buttons, and goes on with the answer", async () => {
    stage.model.script(
      (answer) => answer.tool("ask_user", { question: "Tea or coffee?", options: ["Tea", "Coffee"] }),
      (answer, request) => answer.text(`You said ${JSON.stringify(request.messages.at(-1)?.content)}`),
    );
    const chat = await stage.chat();
    await chat.say("Make me a drink");
    const card = chat.page.getByRole("region", { name: "Question" });
    await card.getByText("Tea or coffee?").waitFor();
    await chat.page.reload();
    await card.getByRole("button", { name: "Coffee" }).click();
    await chat.reads('You said "Coffee"');
    await expect.poll(() => card.getByRole("button").count()).toBe(0);
    await expect.poll(() => card.innerText()).toContain("Coffee");
  });

  it("takes an answer in other words", async () => {
    stage.model.script(
      (answer) => answer.tool("ask_user", { question: "What is your name?", options: [] }),
      (answer) => answer.text("Hello."),
    );
    const chat = await stage.chat();
    await chat.say("Do you know me?");
    await chat.page.getByLabel("Your answer").fill("Ana");
    await chat.page.getByLabel("Your answer").press("Enter");
    await chat.reads("Hello.");
  });

  it("shows what tools did, on one line that opens", async () => {
    stage.model.script(
      (answer) => answer.tool("calculate", { expression: "17 * 23" }),
      (answer) => answer.text("It is 391."),
    );
    const chat = await stage.chat();
    await chat.say("What is 17 * 23?");
    await chat.reads("It is 391.");
    const line = chat.newest.locator("details.activity", { hasText: "Calculate" });
    await expect.poll(() => line.locator("summary").innerText()).toMatch(/Calculate\s+17 \* 23/);
    await line.locator("summary").click();
    await expect.poll(() => line.getByText("391").isVisible()).toBe(true);
  });

  it("is the same in two tabs", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("seen ");
      await gate.passed;
      answer.text("twice");
    });
    const first = await stage.chat();
    await first.say("Look");
    const path = `/c/${await first.conversationId()}`;
    const second = await ChatView.open(stage.context, path);
    await Promise.all([first.reads("seen"), second.reads("seen")]);
    gate.open();
    await Promise.all([first.reads("seen twice"), second.reads("seen twice")]);
    await second.say("And from here?");
    await Promise.all([first.reads("ok"), second.reads("ok")]);
    await expect.poll(() => first.said()).toEqual(await second.said());
  });

  it("keeps every version of an edited message and of an answer", async () => {
    stage.model.script(
      (answer) => answer.text("first"),
      (answer) => answer.text("second"),
      (answer) => answer.text("third"),
    );
    const chat = await stage.chat();
    await chat.say("Version one");
    await chat.finished();
    await chat.footer.getByLabel("Regenerate").click();
    await chat.reads("second");
    await chat.finished();
    await expect.poll(() => chat.footer.innerText()).toContain("2 of 2");
    await chat.page.getByLabel("Edit and send again").click();
    await chat.page.getByLabel("Your message").fill("Version two");
    await chat.page.getByLabel("Your message").press("Enter");
    await chat.reads("third");
    await expect.poll(() => chat.said()).toEqual(["Version two", "third"]);
    await chat.page.locator(".said").getByLabel("Earlier version").click();
    await chat.reads("second");
    await chat.footer.getByLabel("Earlier version").click();
    await chat.reads("first");
    await expect.poll(() => chat.said()).toEqual(["Version one", "first"]);
    await chat.page.reload();
    await chat.reads("first");
  });

  it("runs the way its words do, block by block, and code always from left to right", async () => {
    const text = "مرحبا، شغّل `npm start` الآن.\n\n1. أولاً\n\nThen in English.";
    stage.model.script((answer) => answer.text(text));
    const chat = await stage.chat();
    await chat.say("كيف أبدأ؟");
    await chat.finished();
    for (const shown of [
      ".words p:dir(rtl)",
      ".newest .say p:has(code):dir(rtl)",
      ".newest .say li:dir(rtl)",
      ".newest .say code:dir(ltr)",
      ".newest .say p:not(:has(code)):dir(ltr)",
    ])
      await chat.page.locator(shown).waitFor();
  });

  it("survives that the machine is cut off in mid-stream", async () => {
    stage.model.script(
      (answer) => {
        answer.text("half a sen");
        return answer.forever();
      },
      (answer) => answer.text("The whole sentence."),
    );
    const mortal = await startNightjar({ launcher: "pages", vars: stage.model.vars });
    onTestFinished(() => mortal.dispose());
    const context = await signedIn(stage.browser, mortal);
    const chat = await ChatView.open(context);
    await chat.say("Speak");
    await chat.reads("half a sen");
    await mortal.kill9();
    await chat.page.getByText("Connection lost").waitFor();
    await mortal.start();
    await chat.page
      .getByRole("button", { name: "Try now" })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await chat.reads("The whole sentence.");
    await chat.finished();
    await expect.poll(() => chat.said()).toEqual(["Speak", "The whole sentence."]);
    await expect
      .poll(() => chat.newest.getByText("Restarting this part of the reply").isVisible())
      .toBe(true);
    await context.close();
  });
});

it("a temporary chat survives a reload, is in no list, and is gone once it is closed", async () => {
  const chat = await stage.chat();
  const { page } = chat;
  await page.getByRole("button", { name: "Temporary chat" }).click();
  await page.getByText("This chat isn't saved").waitFor();
  await chat.say("Keep this to yourself");
  await chat.reads("ok");
  const id = await chat.conversationId();
  await page.reload();
  await chat.reads("ok");
  await page.getByRole("heading", { name: "Temporary chat" }).waitFor();
  const list = page.getByRole("navigation", { name: "Conversations" });
  await expect.poll(() => list.getByRole("link", { name: "Keep this to yourself" }).count()).toBe(0);
  await chat.newest.getByLabel("Copy answer").waitFor({ state: "attached" });
  await expect.poll(() => page.getByLabel("New conversation from here").count()).toBe(0);
  await page.getByRole("button", { name: "Close chat" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(stage.nightjar.request("GET", `/conversations/${id}`)).rejects.toThrow(/404/);
});
