/** The suite's instance, answered by a script, and a signed-in window on it. */
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { Nightjar } from "../../support/process/nightjar.ts";
import { ScriptedModel } from "../../support/process/scripted-model.ts";
import { signedIn } from "./browser.ts";
import "./provided.ts";

export interface ScriptedStage {
  model: ScriptedModel;
  nightjar: Nightjar;
  browser: Browser;
  /** New for each test. */
  context: BrowserContext;
}

type Shared = Omit<ScriptedStage, "context">;

/** All files run in one process, one after the other: a turn that outlives its file keeps its model. */
let shared: Promise<Shared> | undefined;

async function connect(): Promise<Shared> {
  const [model, browser] = await Promise.all([
    ScriptedModel.start(inject("modelPort")),
    chromium.connect(inject("chromiumAddress")),
  ]);
  return { model, browser, nightjar: new Nightjar(inject("nightjarPlace")) };
}

/** To be called once, at the head of a file. Its fields are there as soon as a test runs. */
export function scriptedStage(): ScriptedStage {
  const stage = {} as ScriptedStage;
  beforeAll(async () => {
    shared ??= connect();
    Object.assign(stage, await shared);
  });
  beforeEach(async () => {
    stage.context = await signedIn(stage.browser, stage.nightjar);
  });
  afterEach(() => stage.context.close());
  // What a test that failed has left would be said to the next file.
  afterAll(() => stage.model?.unscript());
  return stage;
}
