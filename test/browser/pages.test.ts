/** Every page as everybody can use it: in both themes, by a screen reader, on a telephone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContext, Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { MARKDOWN } from "./support/answers.ts";
import { signedIn, signedOut } from "./support/browser.ts";
import { notByHand } from "./support/by-hand.ts";
import { scriptedStage } from "./support/scripted-stage.ts";
import { follow, NOWHERE } from "./support/shared-window.ts";

const stage = scriptedStage();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What its button opens is a visit, and no form. */
const DOOR = "/rooms/bar";
const PHONE = { width: 390, height: 844 };
const FACE = { reducedMotion: "reduce", viewport: PHONE, hasTouch: true } as const;

type Theme = "light" | "dark";

/** What axe looks at where only the colours are others than in the theme before: all else is the same page. */
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

/** What axe finds wrong, a line each: where, in which theme, which rule, at what. */
async function violationsOf(page: Page, themes: readonly Theme[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    const options = { resultTypes: ["violations"], ...(at > 0 && COLOURS) };
    const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`;
    const violations = await page.evaluate<AxeResults["violations"]>(run);
    for (const { id, nodes } of violations)
      for (const { target, failureSummary = "" } of nodes)
        found.push(`${page.url()} ${theme} ${id}: ${target} ${failureSummary.split("\n").at(1)}`);
  }
  return found;
}

/** What stands beyond the right edge of a telephone, or below its lower one: a page scrolls within the app, and never the app. */
async function tooLarge(page: Page): Promise<string[]> {
  const { width, height } = await page.evaluate<{ width: number; height: number }>(
    "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })",
  );
  if (width <= PHONE.width && height <= PHONE.height) return [];
  return [`${page.url()} is ${width} px wide and ${height} px high`];
}

/** What stands in the main part of each page. */
const MAIN = "main :is(h1, h2, article)";

/** Leads to a page; resolves when its main part is there and nothing of it is on the way. */
type Opening = (page: Page, path: string, underWay: ReadonlySet<Request>) => Promise<void>;

/** By its address. */
async function loaded(page: Page, path: string, underWay: ReadonlySet<Request>): Promise<void> {
  await page.goto(path);
  await page.locator(MAIN).first().waitFor();
  await atRest(page, underWay);
}

/** As a link leads there from another page of the app. */
async function shown(page: Page, path: string, underWay: ReadonlySet<Request>): Promise<void> {
  await page.locator(MAIN).evaluateAll((all) => {
    for (const each of all) each.setAttribute("data-before", "");
  });
  await follow(page, path);
  await page.locator(`${MAIN}:not([data-before])`).first().waitFor();
  await atRest(page, underWay);
}

/** What an answer brings with it is asked for before the next picture is drawn. */
async function atRest(page: Page, underWay: ReadonlySet<Request>): Promise<void> {
  for (let calm = 0; calm < 3; calm++) {
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
    if (underWay.size > 0) calm = -1;
  }
}

/** The pages beside the conversations, as the list of the frame has them. */
async function pathsOf(page: Page): Promise<string[]> {
  const links = page.locator("nav a[href^='/']:not([href^='/c/'])");
  return links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
}

async function wrongWith(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<string[]> {
  return [...(await violationsOf(page, themes)), ...(await tooLarge(page)), ...(await notByHand(page))];
}

/** Whether something is made on this page, by a form that is open now. */
async function opensForm(page: Page): Promise<boolean> {
  // What another test has left waiting is answered by a button, too.
  const makes = page.locator("main button.main:not(form *, .choices *, .free *, [disabled])").first();
  if ((await makes.count()) === 0) return false;
  await makes.click();
  const form = page.locator("dialog[open], main form").first();
  // An agent begins with a template, or with none.
  const scratch = page.locator("main li > button:has(strong)").first();
  await form.or(scratch).first().waitFor();
  if ((await form.count()) === 0) await scratch.click();
  await form.waitFor();
  return true;
}

/** Those that are not answered yet. */
function requestsOf(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/** Whoever opens its address gets the app, and not what the Worker says to programs. */
async function unserved(page: Page, path: string): Promise<string[]> {
  const answer = await page.request.get(path);
  const isApp = answer.ok() && (await answer.text()).includes('<div id="app">');
  return isApp ? [] : [`${path} by its address: ${answer.status()}`];
}

async function walk(
  context: BrowserContext,
  paths: readonly string[],
  open: Opening = shown,
): Promise<string[]> {
  const page = await context.newPage();
  const found: string[] = [];
  // What the policy refuses is told there.
  page.on("console", (said) => {
    if (said.type() === "error" && /Content Security Policy/.test(said.text())) found.push(said.text());
  });
  const underWay = requestsOf(page);
  await loaded(page, NOWHERE, underWay);
  for (const path of paths) {
    found.push(...(await unserved(page, path)));
    await open(page, path, underWay);
    found.push(...(await wrongWith(page)));
    if (path !== DOOR && (await opensForm(page)))
      found.push(...(await wrongWith(page, ["dark"])).map((what) => `in its form: ${what}`));
  }
  await page.close();
  return found;
}

it("has nothing that axe finds wrong on any page, in both themes, scrolls nowhere sideways, and is used by keys and by finger", async () => {
  stage.model.script((answer) => answer.text(MARKDOWN));
  const chat = await stage.chat();
  await chat.say("Show all that an answer can hold");
  await chat.finished();
  const conversation = `/c/${await chat.conversationId()}`;
  const paths = await pathsOf(chat.page);
  expect(paths.length).toBeGreaterThan(15);
  // In German, whose words are long.
  const telephone = await signedIn(stage.browser, stage.nightjar, { ...FACE, locale: "de" });
  expect(await walk(telephone, ["/", conversation, ...paths, DOOR, "/nowhere"])).toEqual([]);
  await telephone.close();
}, 400_000);

it("has nothing that axe finds wrong where one thing is edited, nor in a step of a new room", async () => {
  const request = { name: "Round", text: "Look around", cron: "0 18 * * *", time_zone: "UTC" };
  const { id } = await stage.nightjar.request<{ id: string }>("POST", "/schedules", request);
  const telephone = await signedIn(stage.browser, stage.nightjar, { ...FACE, locale: "de" });
  expect(await walk(telephone, [`/schedules/${id}`, "/agents/nightjar", "/rooms/bar/edit"])).toEqual([]);
  const page = await telephone.newPage();
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Neuer Raum" }).click();
  for (const step of [2, 3]) {
    await page.getByRole("button", { name: "Weiter", exact: true }).click();
    await page.getByText(`Schritt ${step} von 3`).waitFor();
    expect(await wrongWith(page)).toEqual([]);
  }
  await telephone.close();
  await stage.nightjar.request("DELETE", `/schedules/${id}`);
}, 120_000);

it("has nothing that axe finds wrong at the entrance", async () => {
  const telephone = await signedOut(stage.browser, stage.nightjar, FACE);
  // Before the door every address shows the same: what a link leads to could not be told from what was there.
  expect(await walk(telephone, ["/", "/join"], loaded)).toEqual([]);
  await telephone.close();
});

it("tells somebody once that Nightjar was updated, and shows what is new", async () => {
  const preferred = () => stage.nightjar.request<{ seen_version: string | null }>("GET", "/preferences");
  await stage.nightjar.request("PATCH", "/preferences", { seen_version: "0.0.1" });
  const context = await signedIn(stage.browser, stage.nightjar);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByText("Nightjar was updated to").waitFor();
  await page.getByRole("button", { name: "What's new" }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "0.1.0" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(async () => (await preferred()).seen_version).toMatch(/^\d+\.\d+\.\d+$/);
  await page.getByText("Nightjar was updated to").waitFor({ state: "detached" });
  await context.close();
});
