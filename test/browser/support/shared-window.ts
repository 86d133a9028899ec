/**
 * One window for many tests, with the app open in it: to load that takes more computing than most of what is tested. A test
 * has it to itself. What a test changes of the page that lasts (routes, scripts, settings of the app) it changes in a window of its own.
 */
import type { BrowserContext, Page } from "playwright-core";

/** No page is there: nothing of the page before is left on it. */
export const NOWHERE = "/nowhere";

export class SharedWindow {
  private readonly context: BrowserContext;
  private page: Page | undefined;

  constructor(context: BrowserContext) {
    this.context = context;
  }

  /** As a link leads there, but for the first time. */
  async goTo(path: string): Promise<Page> {
    if (this.page?.isClosed() === false) {
      await follow(this.page, path);
      return this.page;
    }
    this.page = await this.context.newPage();
    await this.page.goto(path);
    return this.page;
  }

  /** For the next test: all else is closed, and what the app remembers of its own is forgotten. */
  async clear(): Promise<void> {
    for (const page of this.context.pages()) if (page !== this.page) await page.close();
    if (this.page?.isClosed() !== false) return;
    await this.page.evaluate("localStorage.clear()");
    await follow(this.page, NOWHERE);
  }
}

/** The app's own links do not load the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    const link = Object.assign(document.createElement("a"), { href: ${JSON.stringify(path)} });
    document.body.append(link);
    link.click();
    link.remove();
  }`);
}
