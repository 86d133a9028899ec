/** Chromium, signed in at an instance, and what a person does and sees there. */
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from "playwright-core";
import { findChromiumForPages } from "../../../scripts/test/chromium.mjs";
import type { Nightjar } from "../../support/process/nightjar.ts";

/** What comes is there in a fraction of it, but where other programs keep all cores busy. */
const PATIENCE_MS = 60_000;

/** How Chromium is started: from Debian's package, and without asking anybody anything. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromiumForPages();
  if (executablePath === undefined)
    throw new Error("The browser tests need chromium: run `npm test browser` once.");
  const quiet = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  // Windows of one test share a process, and none is kept ready for a next one: to start a page costs more than to show it.
  const few = ["--renderer-process-limit=1"];
  return { executablePath, args: ["--no-sandbox", "--disable-gpu", ...quiet, ...few] };
}

/**
 * A window of somebody whom the instance does not know. It stands still: to draw what moves is a good part of what a page computes,
 * and what moves can't be clicked yet.
 */
export async function signedOut(
  browser: Browser,
  nightjar: Nightjar,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: nightjar.url, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A window of its own, signed in by a one-time link. How the page shows that is a matter of its own tests. */
export async function signedIn(
  browser: Browser,
  nightjar: Nightjar,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const { url } = await nightjar.request<{ url: string }>("POST", "/auth/links", {});
  const { headers } = await fetch(new URL(url, nightjar.url), { redirect: "manual" });
  const [cookie = ""] = headers.getSetCookie();
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  const context = await signedOut(browser, nightjar, {
    viewport: { width: 1280, height: 860 },
    // What goes through a service worker goes past the routes of a test.
    serviceWorkers: "block",
    ...options,
  });
  await context.addCookies([{ name, value, url: nightjar.url, httpOnly: true, sameSite: "Lax" }]);
  return context;
}

/** The chat page as its reader sees it. */
export class ChatView {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext, path = "/"): Promise<ChatView> {
    const page = await context.newPage();
    await page.goto(path);
    return ChatView.in(page);
  }

  /** In a window that is on its way to a conversation. */
  static async in(page: Page): Promise<ChatView> {
    const chat = new ChatView(page);
    await chat.message.waitFor();
    return chat;
  }

  get message() {
    return this.page.getByLabel("Message", { exact: true });
  }

  get newest() {
    return this.page.locator("article.answer").last();
  }

  /** Facts and buttons under the newest answer: there once it is whole. */
  get footer() {
    return this.page.locator(".exchange.newest article.answer footer");
  }

  async say(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press("Enter");
  }

  /** Waits until the newest answer reads exactly so. */
  async reads(text: string): Promise<void> {
    const said = this.newest.locator(".say");
    const exactly = new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
    await said.filter({ hasText: exactly }).waitFor();
  }

  /** What people and agents said, in order, as it stands on the page. */
  said(): Promise<string[]> {
    return this.page.locator(".words, .say").allInnerTexts();
  }

  async finished(): Promise<void> {
    await this.footer.getByLabel("Copy answer").waitFor();
  }

  async conversationId(): Promise<string> {
    await this.page.waitForURL(/\/c\/cnv_/);
    return new URL(this.page.url()).pathname.split("/")[2] ?? "";
  }
}

/** Opens when a test says so. */
export class Gate {
  open: () => void = () => undefined;
  readonly passed: Promise<void>;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}
