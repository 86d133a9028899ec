/** One browser page: opened without a network of its own, driven by steps, and read. */
import { z } from "zod";
import type { DevTools, DevToolsEvent } from "./devtools.ts";
import { type NetworkDeps, type PageNetwork, servePages, takeNetwork } from "./page-network.ts";
import { CONTROLS, locateScript, NO_SOCKETS } from "./page-script.ts";

type Step =
  | { click: string }
  | { fill: string; text: string }
  | { press: Key }
  | { scroll: "up" | "down" }
  | { wait_ms: number };

type Key = keyof typeof KEYS;

export interface Look {
  url: string;
  title: string;
  html: string;
  /** Names of the controls that can be clicked and filled in. */
  clickable: string[];
  fields: string[];
}

const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
});
const Evaluated = z.object({
  result: z.object({ value: z.unknown() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const Spot = z.object({ x: z.number(), y: z.number(), is_set: z.boolean() }).nullable();
const Controls = z.object({
  title: z.string(),
  url: z.string(),
  clickable: z.array(z.string()),
  fields: z.array(z.string()),
});

const KEYS = {
  Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Tab: { code: "Tab", windowsVirtualKeyCode: 9 },
  Escape: { code: "Escape", windowsVirtualKeyCode: 27 },
  ArrowDown: { code: "ArrowDown", windowsVirtualKeyCode: 40 },
  ArrowUp: { code: "ArrowUp", windowsVirtualKeyCode: 38 },
};
const WINDOW = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
const TICK = 100;
/** Ticks without a request after which a page counts as settled, and ticks after which waiting ends. */
const QUIET_TICKS = 5;
const MOST_TICKS = 100;
const LONGEST_CLOSE_MS = 2_000;
const NEVER = new AbortController().signal;

interface Target {
  session: string;
  /** Id of the page's own browser context. */
  profile: string;
}

export class BrowserPage {
  private readonly devtools: DevTools;
  private readonly network: PageNetwork;
  private readonly session: string;
  private readonly profile: string;
  private readonly signal: AbortSignal;

  private constructor(deps: NetworkDeps, network: PageNetwork, { session, profile }: Target) {
    this.devtools = deps.devtools;
    this.signal = deps.signal;
    this.network = network;
    this.session = session;
    this.profile = profile;
  }

  static async open(deps: NetworkDeps): Promise<BrowserPage> {
    const { devtools } = deps;
    const network = servePages(deps);
    const target = await openTarget(deps);
    const { session, profile: browserContextId } = target;
    await prepare(deps, session);
    devtools.tell("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }, undefined);
    await devtools.send("Emulation.setDeviceMetricsOverride", WINDOW, session);
    return new BrowserPage(deps, network, target);
  }

  /**
   * Closes the page and all that it opened while requests are still intercepted: afterwards nobody intercepts them.
   * Never rejects.
   */
  async close(): Promise<void> {
    const gone = this.devtools.send("Target.disposeBrowserContext", { browserContextId: this.profile });
    await Promise.race([gone.catch(() => undefined), pause(LONGEST_CLOSE_MS, NEVER)]);
  }

  /** Loads an address; returns the reason when that fails. */
  async goTo(url: string): Promise<string | undefined> {
    const answer = await this.send("Page.navigate", { url });
    const { errorText } = z.object({ errorText: z.string().optional() }).parse(answer);
    if (errorText !== undefined) return this.network.problem ?? `${url} could not be loaded (${errorText}).`;
    await this.settle();
    return undefined;
  }

  /** Takes a step; returns the reason when that fails. */
  async take(step: Step): Promise<string | undefined> {
    const problem = await this.do(step);
    await this.settle();
    return problem;
  }

  async look(): Promise<Look> {
    const controls = Controls.parse(await this.evaluate(CONTROLS));
    const { root } = z
      .object({ root: z.object({ nodeId: z.number() }) })
      .parse(await this.send("DOM.getDocument", { depth: 0 }));
    const html = await this.send("DOM.getOuterHTML", { nodeId: root.nodeId });
    return { ...controls, html: z.object({ outerHTML: z.string() }).parse(html).outerHTML };
  }

  /** Returns a JPEG as base64. */
  async screenshot(): Promise<string> {
    const taken = await this.send("Page.captureScreenshot", { format: "jpeg", quality: 75 });
    return z.object({ data: z.string() }).parse(taken).data;
  }

  private async do(step: Step): Promise<string | undefined> {
    if ("wait_ms" in step) await pause(step.wait_ms, this.signal);
    else if ("press" in step) await this.press(step.press);
    else if ("scroll" in step) await this.scroll(step.scroll);
    else if ("click" in step) return this.click(step.click);
    else return this.fill(step.fill, step.text);
    return undefined;
  }

  private async click(wanted: string): Promise<string | undefined> {
    const spot = Spot.parse(await this.evaluate(locateScript("click", wanted, "")));
    if (!spot) return `There is nothing to click named "${wanted}".`;
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { ...spot, type, button: "left", clickCount: 1 });
    }
    return undefined;
  }

  private async fill(wanted: string, text: string): Promise<string | undefined> {
    const spot = Spot.parse(await this.evaluate(locateScript("fill", wanted, text)));
    if (!spot) return `There is no field called "${wanted}" that takes this.`;
    if (!spot.is_set) await this.send("Input.insertText", { text });
    return undefined;
  }

  private async press(key: Key): Promise<void> {
    for (const type of ["keyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent", { type, key, ...KEYS[key] });
    }
  }

  private async scroll(direction: "up" | "down"): Promise<void> {
    const deltaY = direction === "down" ? WINDOW.height - 100 : 100 - WINDOW.height;
    const at = { x: WINDOW.width / 2, y: WINDOW.height / 2 };
    await this.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...at, deltaX: 0, deltaY });
  }

  /** Evaluates in an isolated world, which the page's scripts can't touch. */
  private async evaluate(expression: string): Promise<unknown> {
    const tree = await this.send("Page.getFrameTree");
    const { frameTree } = z
      .object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
      .parse(tree);
    const world = { frameId: frameTree.frame.id, worldName: "nightjar" };
    const made = await this.send("Page.createIsolatedWorld", world);
    const { executionContextId: contextId } = z.object({ executionContextId: z.number() }).parse(made);
    const command = { expression, contextId, returnByValue: true, timeout: 5_000 };
    const evaluated = Evaluated.parse(await this.send("Runtime.evaluate", command));
    if (evaluated.exceptionDetails) throw new Error("The page's controls could not be read.");
    return evaluated.result.value;
  }

  /** Waits until no request was made for half a second, or ten seconds have passed. */
  private async settle(): Promise<void> {
    let quiet = 0;
    for (let tick = 0; tick < MOST_TICKS && quiet < QUIET_TICKS; tick++) {
      const before = this.network.requests;
      await pause(TICK, this.signal);
      quiet = this.network.open === 0 && this.network.requests === before ? quiet + 1 : 0;
    }
  }

  private send(method: string, params: object = {}): Promise<unknown> {
    return this.devtools.send(method, params, this.session);
  }
}

/**
 * Opens a window in its own browser context, which ends with our connection whatever happens here. Popups are closed;
 * frames of other sites are intercepted like the page.
 */
async function openTarget(deps: NetworkDeps): Promise<Target> {
  const { devtools } = deps;
  const sessions = new Map<string, string>();
  let arrived: () => void = () => undefined;
  devtools.on((event) => {
    const attached = attachedOf(event);
    if (!attached) return;
    const { sessionId, targetInfo } = attached;
    if (targetInfo.openerId !== undefined)
      return devtools.tell("Target.closeTarget", { targetId: targetInfo.targetId }, undefined);
    if (targetInfo.type === "iframe") return void prepare(deps, sessionId).catch(() => undefined);
    sessions.set(targetInfo.targetId, sessionId);
    arrived();
  });
  await devtools.send("Target.setAutoAttach", ATTACH);
  const made = await devtools.send("Target.createBrowserContext", { disposeOnDetach: true });
  const { browserContextId: profile } = z.object({ browserContextId: z.string() }).parse(made);
  const command = { url: "about:blank", browserContextId: profile };
  const created = await devtools.send("Target.createTarget", command);
  const { targetId } = z.object({ targetId: z.string() }).parse(created);
  for (;;) {
    const session = sessions.get(targetId);
    if (session !== undefined) return { session, profile };
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
}

/** New targets start paused, so that none runs a line before it is prepared. Workers are never resumed. */
const ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

async function prepare(deps: NetworkDeps, session: string): Promise<void> {
  const { devtools } = deps;
  devtools.on(({ method, session: from }) => {
    if (method === "Page.javascriptDialogOpening" && from === session)
      devtools.tell("Page.handleJavaScriptDialog", { accept: false }, session);
  });
  await Promise.all([
    takeNetwork(deps, session),
    devtools.send("Page.enable", {}, session),
    devtools.send("Page.addScriptToEvaluateOnNewDocument", { source: NO_SOCKETS }, session),
    devtools.send("Target.setAutoAttach", ATTACH, session),
  ]);
  await devtools.send("Runtime.runIfWaitingForDebugger", {}, session);
}

function attachedOf({ method, params }: DevToolsEvent) {
  return method === "Target.attachedToTarget" ? Attached.safeParse(params).data : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  return new Promise((resolve, reject) => {
    over.addEventListener("abort", () => (signal.aborted ? reject(signal.reason) : resolve()), {
      once: true,
    });
  });
}
