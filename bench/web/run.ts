/**
 * `npm run bench:web -- [--turns 150] [--messages 10000] [--runs 3]`: how soon the app is of use in Chromium on a processor that is slowed down
 * four times, with an instance of its own as `npm start` runs it. Each figure is the median of its runs, with an empty cache.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findChromiumForPages } from "../../scripts/test/chromium.mjs";
import { freePort } from "../targets/free-port.ts";
import { NightjarTarget } from "../targets/nightjar.ts";
import { type Opened, open, percentile, scrolling, typingIn } from "./measure.ts";
import { ASKED, SHORT, startModel } from "./model.ts";

interface Stage {
  browser: Browser;
  target: NightjarTarget;
  runs: number;
}

const ANSWER = "article.answer footer";

async function main(): Promise<void> {
  const [turns, runs] = [numberOf("--turns", 150), numberOf("--runs", 3)];
  const messages = numberOf("--messages", 10_000);
  const model = await startModel(await freePort());
  const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-web-"));
  const target = new NightjarTarget({
    port: await freePort(),
    stateDir,
    modelUrl: model.url,
    tracing: false,
  });
  const executablePath = findChromiumForPages();
  if (executablePath === undefined)
    throw new Error("There is no chromium here: run `npm test browser` once.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await target.start();
    await report({ browser, target, runs }, turns);
    await reportScrolling({ browser, target, runs }, messages);
  } finally {
    await browser.close();
    await target.stop();
    model.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function numberOf(name: string, usual: number): number {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} takes a whole number from 1 on.`);
  return value;
}

async function report(stage: Stage, turns: number): Promise<void> {
  const empty = await several(stage, { path: "/", until: "[aria-label='Message']" });
  row("the empty page: first paint", empty, ({ painted }) => painted);
  row("the empty page: interactive", empty, ({ interactive }) => interactive);
  const many = await talked(stage, new Array(turns).fill("And now?"));
  const history = await several(stage, { path: `/c/${many}`, until: ANSWER });
  row(`${turns * 2} messages: interactive`, history, ({ interactive }) => interactive);
  row(`${turns * 2} messages: longest task`, history, ({ longestTask }) => longestTask);
  const long = await talked(stage, [ASKED.long]);
  const reload = await several(stage, { path: `/c/${long}`, until: ANSWER });
  row("an answer of 100 kB: interactive", reload, ({ interactive }) => interactive);
  row("an answer of 100 kB: longest task", reload, ({ longestTask }) => longestTask);
  await reportTyping(stage);
}

/** A new conversation in which all that was said and answered. */
async function talked({ target }: Stage, messages: readonly string[]): Promise<string> {
  const conversation_id = await target.createConversation();
  for (const message of messages) await target.call("POST", "/chat", { conversation_id, message });
  return conversation_id;
}

async function several(stage: Stage, what: { path: string; until: string }): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let run = 0; run < stage.runs; run++) {
    const one = await open(stage.browser, await linkOf(stage.target), what);
    await one.page.context().close();
    opened.push(one);
  }
  return opened;
}

/** While an answer streams 200 words a second. */
async function reportTyping(stage: Stage): Promise<void> {
  const id = await talked(stage, ["Hello"]);
  const { page } = await open(stage.browser, await linkOf(stage.target), { path: `/c/${id}`, until: ANSWER });
  const field = page.getByLabel("Message", { exact: true });
  await field.fill(ASKED.stream);
  await field.press("Enter");
  await page.locator("article.answer .say").nth(1).waitFor();
  const keys = await typingIn(
    page,
    "What I say while it speaks, letter by letter, to the very end of the line.",
  );
  console.log(line("typing while 200 words a second stream: p95", percentile(keys, 0.95)));
  await page.context().close();
}

const WHEEL_PX = 120;
const WHEELS = 240;

/** In one that is read back to its very beginning. */
async function reportScrolling(stage: Stage, messages: number): Promise<void> {
  const id = await imported(stage, messages);
  const first = await firstOf(stage, id);
  const until = `[data-message="${first}"]`;
  const { page } = await open(stage.browser, await linkOf(stage.target), {
    path: `/c/${id}#${first}`,
    until,
  });
  const name = `${messages} messages: a frame while scrolling`;
  for (const [way, by] of [
    ["down", WHEEL_PX],
    ["up", -WHEEL_PX],
  ] as const) {
    const frames = await scrolling(page, by, WHEELS);
    for (const share of [0.5, 0.95])
      console.log(line(`${name} ${way}: p${share * 100}`, percentile(frames, share)));
  }
  await page.context().close();
}

async function imported({ target }: Stage, count: number): Promise<string> {
  const messages = Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    parts: [{ type: "text", text: at % 2 === 0 ? "And now?" : SHORT }],
  }));
  await target.call("POST", "/import", [
    { conversation: { id: "cnv_bench", title: "Brought in" }, messages },
  ]);
  const { items } = await target.call<{ items: { id: string; title: string }[] }>("GET", "/conversations");
  return items.find(({ title }) => title === "Brought in")?.id ?? "";
}

async function firstOf({ target }: Stage, id: string): Promise<string> {
  let before = "";
  for (;;) {
    const page = await target.call<{ items: { id: string }[]; next_cursor: string | null }>(
      "GET",
      `/conversations/${id}/messages?limit=200${before && `&before=${before}`}`,
    );
    if (page.next_cursor === null) return page.items[0]?.id ?? "";
    before = page.next_cursor;
  }
}

async function linkOf(target: NightjarTarget): Promise<string> {
  return new URL((await target.call<{ url: string }>("POST", "/auth/links", {})).url).href;
}

function row(name: string, opened: readonly Opened[], figure: (one: Opened) => number): void {
  console.log(line(name, percentile(opened.map(figure), 0.5)));
}

function line(name: string, ms: number): string {
  return `${name.padEnd(48)}${ms.toFixed(0).padStart(7)} ms`;
}

await main();
