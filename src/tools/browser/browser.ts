/** The `browser` tool: opens pages that scripts render, or that need clicks. */
import { z } from "zod";
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import { fromBase64 } from "./base64.ts";
import type { BrowserPage, Look } from "./page.ts";
import type { Browsers } from "./port.ts";

interface BrowserDeps {
  browsers: Browsers;
  /** Performs all requests of the pages. */
  fetch: GuardedFetch;
  files: Pick<Files, "put">;
}

const name = z.string().trim().min(1).max(200);
const Steps = z
  .array(
    z.union([
      z.object({ click: name }),
      z.object({ fill: name, text: z.string().max(2000) }),
      z.object({ press: z.enum(["Enter", "Tab", "Escape", "ArrowDown", "ArrowUp"]) }),
      z.object({ scroll: z.enum(["up", "down"]) }),
      z.object({ wait_ms: z.int().min(1).max(10_000) }),
    ]),
  )
  .max(12)
  .default([])
  .describe("Done in order before the page is read; click and fill name what is seen, or a CSS selector");

const Input = z.object({
  url: z.url({ protocol: /^https?$/ }).max(8192),
  steps: Steps,
  screenshot: z
    .boolean()
    .default(false)
    .describe("The person gets a picture of the page, and so do you where you take images"),
});
type Input = z.output<typeof Input>;

/** Characters of a page in one answer. */
const PIECE = 20_000;
const MAX_LINKS = 300;
const TIMEOUT = 90_000;

export function createBrowserTool(deps: BrowserDeps): Tool {
  return defineTool({
    name: "browser",
    description:
      "Open a page in a real browser and read it as Markdown, with its buttons and fields by name. Slower than web_fetch: for pages that are made by scripts, or to click, fill in and scroll. Each call is a fresh browser.",
    schema: Input,
    // Clicks may have effects.
    effect: "once",
    reach: "outside",
    timeout_ms: TIMEOUT,
    touches: ({ url, steps }) =>
      steps.some((step) => "fill" in step)
        ? { to: "elsewhere", what: `fill in a form at ${new URL(url).host}` }
        : { to: "urls", urls: [url] },
    run: (input, { owner, signal, progress }) => {
      progress({ status: "opening", url: input.url });
      return visit(deps, input, { owner, signal });
    },
  });
}

async function visit(
  deps: BrowserDeps,
  input: Input,
  { owner, signal }: Pick<ToolContext, "owner" | "signal">,
): Promise<ToolOutcome> {
  const { browsers, fetch } = deps;
  const screening = fetch.screen(input.url);
  if (!screening.ok) return toolError(screening.reason);
  const browser = await browsers.open(signal);
  let page: BrowserPage | undefined;
  try {
    const [{ DevTools }, { BrowserPage }] = await Promise.all([import("./devtools.ts"), import("./page.ts")]);
    page = await BrowserPage.open({ devtools: new DevTools(browser.socket), fetch, signal });
    const problem = await page.goTo(input.url);
    if (problem !== undefined) return { ok: false, error: problem, trust: "untrusted" };
    const problems = await stepped(page, input.steps);
    const look = await page.look();
    const shot = input.screenshot ? [await keptShot(deps, owner, page)] : [];
    return { ...(await outcomeOf(look, problems)), ...(shot.length > 0 && { media: shot, is_seen: true }) };
  } finally {
    await page?.close();
    await browser.close();
  }
}

/** Takes the steps in order and stops at the first that fails: the next ones would act on the wrong page. */
async function stepped(page: BrowserPage, steps: Input["steps"]): Promise<string[]> {
  for (const [index, step] of steps.entries()) {
    const problem = await page.take(step);
    if (problem !== undefined) return [`[step ${index + 1} was not done, nor those after it: ${problem}]`];
  }
  return [];
}

async function keptShot({ files }: BrowserDeps, owner: string, page: BrowserPage) {
  const bytes = fromBase64(await page.screenshot());
  return mediaPart(await files.put(owner, { name: "page.jpg", media_type: "image/jpeg", bytes }));
}

async function outcomeOf(look: Look, problems: readonly string[]): Promise<ToolOutcome & { ok: true }> {
  const { readHtml } = await import("../web/html/html.ts");
  const { title, markdown, links } = readHtml(look.html, look.url);
  const cut = markdown.length > PIECE ? `${markdown.slice(0, PIECE)}\n[cut]` : markdown;
  const head = [look.title || title ? `# ${look.title || title}` : "", look.url];
  const lists = [named("Buttons", look.clickable), named("Fields", look.fields)];
  const content = [head.filter((line) => line !== "").join("\n"), ...problems, cut, ...lists];
  return {
    ok: true,
    content: content.filter((part) => part !== "").join("\n\n"),
    trust: "untrusted",
    sources: [{ kind: "page", url: look.url, title: look.title || title || look.url, text: markdown }],
    links: links.slice(0, MAX_LINKS),
  };
}

function named(what: string, names: readonly string[]): string {
  return names.length > 0 ? `[${what}: ${names.map((each) => JSON.stringify(each)).join(", ")}]` : "";
}
