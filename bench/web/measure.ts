/** What a page takes, as the browser itself tells it. All in ms. */
import type { Browser, Page } from "playwright-core";

/** Factor by which the browser's processor is slower than this machine. */
export const SLOWDOWN = 4;
/** So long without a task over 50 ms, and a page is taken to have come to rest. */
const REST_MS = 600;

/** Runs before the page does. */
const WATCH = `
  window.__tasks = []; window.__keys = []; window.__frames = [];
  let before = performance.now();
  const frame = (now) => { __frames.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) __tasks.push([startTime, duration]); })
    .observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => { for (const { name, duration } of list.getEntries()) if (name === "keydown") __keys.push(duration); })
    .observe({ type: "event", durationThreshold: 16 });
`;

export interface Opened {
  page: Page;
  /** Time until something of the app was drawn. */
  painted: number;
  /** Time until what was waited for is there and the page is at rest. */
  interactive: number;
  longestTask: number;
}

/** A window with nothing in its cache, at that address, on a slow processor. The caller closes its context. */
export async function open(
  browser: Browser,
  link: string,
  { path, until }: { path: string; until: string },
): Promise<Opened> {
  const context = await browser.newContext({ baseURL: new URL(link).origin, serviceWorkers: "block" });
  await context.request.get(link);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(path);
  await page.locator(until).last().waitFor();
  const shown = await page.evaluate<number>("performance.now()");
  const tasks = await atRest(page);
  const painted = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  const ends = tasks.map(([start, duration]) => start + duration);
  return {
    page,
    painted,
    interactive: Math.max(shown, ...ends),
    longestTask: Math.max(0, ...tasks.map(([, duration]) => duration)),
  };
}

/** The tasks over 50 ms, each its start and how long it took, once there was none for a while. */
async function atRest(page: Page): Promise<[number, number][]> {
  const waiting = `new Promise((resolve) => {
    const look = () => {
      const [start = 0, duration = 0] = __tasks.at(-1) ?? [];
      const left = start + duration + ${REST_MS} - performance.now();
      if (left <= 0) resolve(__tasks); else setTimeout(look, left);
    };
    setTimeout(look, ${REST_MS});
  })`;
  return page.evaluate<[number, number][]>(waiting);
}

/** Times from each key to what it drew; keys that took less than 16 ms count as that. */
export async function typingIn(page: Page, text: string): Promise<number[]> {
  const field = page.getByLabel("Message", { exact: true });
  await page.evaluate("__keys.length = 0");
  await field.pressSequentially(text, { delay: 40 });
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))");
  const slow = await page.evaluate<number[]>("__keys");
  return [...slow, ...new Array<number>(Math.max(0, text.length - slow.length)).fill(16)];
}

/** What passes between two frames while its reader scrolls by the wheel, so far at each turn of it (px). */
export async function scrolling(page: Page, by: number, turns: number): Promise<number[]> {
  await page.getByRole("region", { name: "Conversation" }).hover();
  await page.evaluate("__frames.length = 0");
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, by);
  return page.evaluate<number[]>("__frames");
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
