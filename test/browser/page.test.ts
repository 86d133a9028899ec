import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { TOKEN } from "../support/process/nightjar.ts";
import { HOSTILE, MARKDOWN } from "./support/answers.ts";
import { ChatView, Gate, signedIn, signedOut } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

/** To be looked at; made anew by each run. */
const PICTURES = path.join(import.meta.dirname, "../results/browser");

const stage = scriptedStage();
beforeAll(() => mkdirSync(PICTURES, { recursive: true }));

describe("what an answer is made of", () => {
  it("is typeset: code in colours, formulas, tables and diagrams", async () => {
    stage.model.script((answer) => answer.text(MARKDOWN));
    const chat = await stage.chat();
    await chat.say("Show me");
    await chat.finished();
    await chat.newest.locator("pre .hljs-keyword").first().waitFor();
    await chat.newest.locator(".katex").first().waitFor();
    await chat.newest.locator('img[src^="blob:"]').waitFor();
    await expect.poll(() => chat.newest.locator("td").allInnerTexts()).toEqual(["1", "2"]);
    await expect.poll(() => chat.newest.locator(".katex").count()).toBe(1);
    await expect.poll(() => chat.newest.locator("a").getAttribute("rel")).toContain("noopener");
    await chat.page.screenshot({ path: path.join(PICTURES, "answer-light.png") });
  });

  it("cannot run anything, nor load anything from elsewhere", async () => {
    stage.model.script((answer) => answer.text(HOSTILE));
    const chat = await ChatView.open(stage.context);
    const foreign: string[] = [];
    chat.page.on("request", (request) => {
      if (!request.url().startsWith(stage.nightjar.url) && !/^(blob|data):/.test(request.url()))
        foreign.push(request.url());
    });
    await chat.say("Attack");
    await chat.finished();
    const link = chat.newest.locator("a.foreign-picture");
    await expect.poll(() => link.innerText()).toContain("https://evil.example/leak.png?secret=1");
    await expect.poll(() => chat.newest.locator("script, img:not([src^='/api/v1/files/'])").count()).toBe(0);
    await expect.poll(() => chat.newest.getByText("<script>").count()).toBeGreaterThan(0);
    await expect
      .poll(() => chat.newest.locator('a[href*="javascript"], a[href*="/conversations"]').count())
      .toBe(0);
    expect(await chat.page.evaluate("window.broken")).toBeUndefined();
    expect(foreign).toEqual([]);
  });

  it("is served under a policy that allows no foreign source, no inline script and no inline style", async () => {
    const response = await fetch(`${stage.nightjar.url}/`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("style-src 'self';");
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    expect(policy).toContain("connect-src 'self'");
    expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  });

  it("is told to readers of the screen once it is whole, and not before", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("Half ");
      await gate.passed;
      answer.text("and half");
    });
    const chat = await stage.chat();
    const log = chat.page.getByRole("log");
    await chat.say("Speak");
    await chat.reads("Half");
    await expect.poll(() => log.innerText()).toBe("");
    gate.open();
    await log.getByText("Half and half").waitFor();
  });
});

describe("writing", () => {
  it("keeps a draft of each conversation over a reload", async () => {
    const chat = await ChatView.open(stage.context);
    await chat.message.fill("not sent yet");
    await chat.page.reload();
    await expect.poll(() => chat.message.inputValue()).toBe("not sent yet");
    await chat.say("sent");
    await chat.reads("ok");
    await expect.poll(() => chat.message.inputValue()).toBe("");
    await chat.message.fill("another draft");
    await chat.page.getByRole("link", { name: "New conversation", exact: true }).first().click();
    await chat.page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => chat.message.inputValue()).toBe("");
    await chat.page.goBack();
    await chat.reads("ok");
    await expect.poll(() => chat.message.inputValue()).toBe("another draft");
  });

  it("goes on after the instance was renewed: a part that is gone has the page loaded anew, with what was written", async () => {
    const chat = await ChatView.open(stage.context);
    await chat.message.fill("half a thought");
    const gone = "**/assets/ModelList-*.js";
    // The route stays: to take it away breaks requests of the page that are under way.
    let isGone = true;
    await chat.page.route(gone, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
    const renewed = chat.page.waitForEvent("load");
    await chat.page.getByRole("button", { name: /^Model: / }).click();
    await renewed;
    isGone = false;
    await expect.poll(() => chat.message.inputValue()).toBe("half a thought");
    await chat.page.getByRole("button", { name: /^Model: / }).click();
    await chat.page.getByRole("dialog", { name: "Model" }).waitFor();
    await chat.page.close();
  });

  it("does not send at the Enter that ends a composition, nor at Shift and Enter", async () => {
    const chat = await stage.chat();
    await chat.message.fill("よろしく");
    await chat.message.dispatchEvent("keydown", {
      key: "Enter",
      isComposing: true,
      bubbles: true,
      cancelable: true,
    });
    await chat.message.press("Shift+Enter");
    await chat.message.pressSequentially("two");
    await expect.poll(() => chat.message.inputValue()).toBe("よろしく\ntwo");
    await expect.poll(() => chat.said()).toEqual([]);
    await chat.message.press("Enter");
    await chat.reads("ok");
  });

  const LONG = "All work and no play. ".repeat(300);
  const asked = () => JSON.stringify(stage.model.requests.at(-1)?.messages.at(-1)?.content);
  async function pasteLong(chat: ChatView): Promise<void> {
    await stage.context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: stage.nightjar.url,
    });
    await chat.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(LONG)})`);
    await chat.message.press("Control+v");
    await chat.page.getByText("pasted-1.txt").waitFor();
    await expect.poll(() => chat.message.inputValue()).toBe("");
    await chat.message.fill("Shorten this");
    await chat.page.getByLabel("Send", { exact: true }).click();
    await chat.reads("ok");
    expect(asked()).toContain(LONG.trim());
  }

  it("makes a file of a long paste", async () => {
    const chat = await stage.chat();
    await pasteLong(chat);
    const file = chat.page.getByRole("button", { name: /pasted-1\.txt/ }).last();
    await expect.poll(() => file.innerText()).toContain("6.6 kB");
    await expect.poll(() => chat.said()).toEqual(["Shorten this", "ok"]);
  });

  it("puts a long paste into the message where there is no place for files", async () => {
    const chat = await ChatView.open(stage.context);
    await chat.page.route("**/api/v1/files", (route) =>
      route.fulfill({ status: 404, json: { error: "resource_not_found", reason: "No files here." } }),
    );
    await pasteLong(chat);
    await chat.page.locator(".words summary").getByText("pasted-1.txt").waitFor();
  });

  it("sends pictures, and says why one could not be sent", async () => {
    const picture = readFileSync(path.join(import.meta.dirname, "../../web/public/icon-192.png"));
    const chat = await ChatView.open(stage.context);
    const chooser = chat.page.locator('input[type="file"]');
    await chat.page.route("**/api/v1/files", (route) =>
      route.fulfill({
        status: 413,
        json: { error: "payload_too_large", reason: "A file has at most 25 MB." },
      }),
    );
    await chooser.setInputFiles({ name: "bird.png", mimeType: "image/png", buffer: picture });
    await chat.page.getByText("A file has at most 25 MB.").waitFor();
    await expect.poll(() => chat.page.getByLabel("Send", { exact: true }).isDisabled()).toBe(true);
    await chat.page.unroute("**/api/v1/files");
    await chat.page.getByLabel("Send bird.png again").click();
    await chat.message.fill("What is this?");
    await chat.page.getByLabel("Send", { exact: true }).click();
    await chat.reads("ok");
    expect(asked()).toContain("data:image/png;base64");
    await chat.page.getByRole("img", { name: "bird.png" }).waitFor();
  });
});

describe("signing in", () => {
  it("takes the token, and says what is wrong with another", async () => {
    const fresh = await signedOut(stage.browser, stage.nightjar);
    const page = await fresh.newPage();
    const refused: string[] = [];
    page.on("response", (response) => void (response.status() >= 400 && refused.push(response.url())));
    await page.goto("/costs");
    await page.getByRole("button", { name: "Use the ADMIN_TOKEN" }).click();
    // To a stranger nothing is refused, so that the browser's console has nothing to complain of.
    expect(refused).toEqual([]);
    await page.getByLabel("ADMIN_TOKEN").fill("not-the-token-at-all");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("isn't this Nightjar's ADMIN_TOKEN").waitFor();
    await page.getByLabel("ADMIN_TOKEN").fill(TOKEN);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Costs" }).waitFor();
    await page.goto("/settings");
    const out = page.getByRole("button", { name: "Sign out", exact: true });
    await out.waitFor();
    await page.route("**/api/v1/auth/session", (route) =>
      route.request().method() === "GET" ? route.abort() : route.fallback(),
    );
    await out.click();
    await page.getByLabel("Username").waitFor();
    await fresh.close();
  });

  it("says so when a link was used before", async () => {
    const { url } = await stage.nightjar.request<{ url: string }>("POST", "/auth/links", {});
    await fetch(url, { redirect: "manual" });
    const fresh = await signedOut(stage.browser, stage.nightjar);
    const page = await fresh.newPage();
    await page.goto(url);
    await page.getByRole("alert").getByText("used already").waitFor();
    await fresh.close();
  });
});

describe("what the instance is at", () => {
  it("is seen live: who thinks, and where", async () => {
    const gate = new Gate();
    stage.model.script(async (answer) => {
      answer.text("Long thoughts ");
      await gate.passed;
    });
    const chat = await stage.chat();
    await chat.say("Think hard");
    await chat.reads("Long thoughts");
    const page = await stage.context.newPage();
    await page.goto("/live");
    const turn = page.getByRole("main").getByRole("link", { name: /Think hard/ });
    await turn.waitFor();
    await expect.poll(() => turn.innerText()).toMatch(/Thinking[\s\S]*scripted[\s\S]*step 1/);
    gate.open();
    await turn.waitFor({ state: "detached" });
  });

  it("is known by what it remembers: to be searched, put right and forgotten", async () => {
    const content = "Ana likes irises.";
    await stage.nightjar.request("POST", "/memory/items", { content });
    const page = await stage.goTo("/memory");
    const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await row(content).waitFor();
    const search = async (words: string) => {
      // The page reads a moment after the last key; suggestions are read beside the notes.
      const isRead = page.waitForResponse((response) => /\/memory\/(?:search|items)/.test(response.url()));
      await page.getByLabel("Search memory").fill(words);
      await isRead;
      await page.locator("ul[aria-busy=false]").waitFor();
    };
    await search("irises");
    await row(content).getByRole("button", { name: "Actions for this memory" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const words = page.getByRole("textbox", { name: "Memory", exact: true });
    await words.fill("Ana likes tulips.");
    await page.getByRole("button", { name: "Save" }).click();
    await words.waitFor({ state: "detached" });
    await search("");
    await row("Ana likes tulips.").getByRole("button", { name: "Actions for this memory" }).click();
    await page.getByRole("menuitem", { name: "Forget" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await row("Ana likes tulips.").waitFor({ state: "detached" });
  });

  it("is asked for something always: the wish stands with its message, is ended, and holds again", async () => {
    const words = "Never use the word harbour when you write to me.";
    const said = {
      id: "msg_harbour01",
      role: "user",
      speaker: "Ana",
      text: words,
      date: "2026-03-02T09:00:00Z",
    };
    const index = { conversation: "cnv_000000000harbour0000", items: [said] };
    await stage.nightjar.request("POST", "/memory/index", index);
    const page = await stage.goTo("/memory");
    await page.getByRole("radio", { name: "Wishes" }).check();
    const row = page.getByRole("listitem").filter({ hasText: words });
    const place = row.getByRole("link", { name: "Where it was said" });
    expect(await place.getAttribute("href")).toBe("/c/cnv_000000000harbour0000#msg_harbour01");
    await row.getByRole("button", { name: `End: ${words}` }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await row.getByRole("button", { name: "Actions for this memory" }).click();
    await page.getByRole("menuitem", { name: "Forget" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await row.waitFor({ state: "detached" });
  });

  it("is told of every page that is not there", async () => {
    const page = await stage.context.newPage();
    for (const address of ["/nothing", "/nothing/here"]) {
      await page.goto(address);
      await page.getByText("no page at this address").waitFor();
    }
    await page.goto("/c/cnv_000000000nothere");
    await page.getByText("Conversation not found").waitFor();
  });
});

describe("looks", () => {
  const paper = (page: Page) =>
    page.evaluate("getComputedStyle(document.body).backgroundColor") as Promise<string>;
  const overflow = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth - window.innerWidth") as Promise<number>;

  it("follow the system's theme, and a choice against it that is remembered", async () => {
    const dark = await signedIn(stage.browser, stage.nightjar, { colorScheme: "dark" });
    const chat = await ChatView.open(dark);
    const night = await paper(chat.page);
    await chat.page.screenshot({ path: path.join(PICTURES, "home-dark.png") });
    await chat.page.getByLabel(/^Theme: same as system/).click();
    const day = await paper(chat.page);
    expect(day).not.toBe(night);
    await chat.page.reload();
    await expect.poll(() => paper(chat.page)).toBe(day);
    await dark.close();
  });

  it("fit a phone, where the list is a drawer", async () => {
    stage.model.script((answer) => answer.text(MARKDOWN));
    const phone = await signedIn(stage.browser, stage.nightjar, {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
    });
    const chat = await ChatView.open(phone);
    await chat.message.fill("Show me on a phone");
    await chat.page.getByLabel("Send").tap();
    await chat.finished();
    await chat.newest.locator('img[src^="blob:"]').waitFor();
    await expect.poll(() => overflow(chat.page)).toBeLessThanOrEqual(0);
    await chat.page.screenshot({ path: path.join(PICTURES, "phone-dark.png") });
    await chat.page.getByLabel("Show conversations").tap();
    const drawer = chat.page.getByRole("dialog", { name: "Conversations" });
    await drawer.getByRole("link", { name: "Show me on a phone" }).waitFor();
    await chat.page.screenshot({ path: path.join(PICTURES, "phone-drawer-dark.png") });
    await drawer.getByText("Manage", { exact: true }).tap();
    await drawer.getByRole("link", { name: "Costs" }).tap();
    await chat.page.getByRole("heading", { name: "Costs" }).waitFor();
    await expect.poll(() => drawer.isVisible()).toBe(false);
    await phone.close();
  });

  it("stand still for whoever asks for that", async () => {
    const still = await signedIn(stage.browser, stage.nightjar, { reducedMotion: "reduce" });
    const chat = await ChatView.open(still);
    const moving = await chat.page.evaluate(
      `document.getAnimations().filter((animation) => animation.effect.getComputedTiming().iterations > 1).length`,
    );
    expect(moving).toBe(0);
    await still.close();
  });
});
