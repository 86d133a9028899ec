/** The suite's instance, answered by a script, and somebody who is signed in there. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, inject } from "vitest";
import { Nightjar } from "../../support/process/nightjar.ts";
import { ScriptedModel } from "../../support/process/scripted-model.ts";
import { ChatView, signedIn } from "./browser.ts";
import { SharedWindow } from "./shared-window.ts";
import "./provided.ts";

export interface ScriptedStage {
  model: ScriptedModel;
  nightjar: Nightjar;
  browser: Browser;
  /** The same for many tests. Windows that a test opens in it are closed after the test. */
  context: BrowserContext;
  /** In a window that other tests had before, with the app open already. */
  goTo(path: string): Promise<Page>;
  /** A conversation there; without a path a new one. */
  chat(path?: string): Promise<ChatView>;
}

type Shared = Pick<ScriptedStage, "model" | "nightjar" | "browser">;

/** All files run in one process, one after the other: a turn that outlives its file keeps its model. */
let shared: Promise<Shared> | undefined;

async function connect(): Promise<Shared> {
  const [model, browser] = await Promise.all([
    ScriptedModel.start(inject("modelPort")),
    chromium.connect(inject("chromiumAddress")),
  ]);
  return { model, browser, nightjar: new Nightjar(inject("nightjarPlace")) };
}

/** Who is signed in, for all files; undefined after a test that failed. */
let seat: Promise<{ context: BrowserContext; window: SharedWindow }> | undefined;

async function sitDown({ browser, nightjar }: Shared) {
  const context = await signedIn(browser, nightjar);
  return { context, window: new SharedWindow(context) };
}

async function leave(hasFailed: boolean): Promise<void> {
  const left = await seat;
  if (!hasFailed) return left?.window.clear();
  seat = undefined;
  await left?.context.close();
}

/** To be called once, at the head of a file. Its fields are there as soon as a test runs. */
export function scriptedStage(): ScriptedStage {
  const stage = {} as ScriptedStage;
  beforeAll(async () => {
    shared ??= connect();
    Object.assign(stage, await shared);
  });
  beforeEach(async () => {
    seat ??= sitDown(stage);
    const { context, window } = await seat;
    stage.context = context;
    stage.goTo = (path) => window.goTo(path);
    stage.chat = async (path = "/") => ChatView.in(await window.goTo(path));
  });
  afterEach(({ task }) => {
    // Scripts that a test left would be said to the next one.
    stage.model?.unscript();
    return leave(task.result?.state === "fail");
  });
  return stage;
}
