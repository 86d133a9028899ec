/** An instance that is answered by a script, and a signed-in window on it, for the tests of a file. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Nightjar } from "../../support/process/nightjar.ts";
import { ScriptedModel } from "../../support/process/scripted-model.ts";
import { launchBrowser, signedIn, startScripted } from "./browser.ts";

export interface ScriptedStage {
  model: ScriptedModel;
  nightjar: Nightjar;
  browser: Browser;
  /** New for each test. */
  context: BrowserContext;
}

/** To be called once, at the head of a file. Its fields are there as soon as a test runs. */
export function scriptedStage(): ScriptedStage {
  const stage = {} as ScriptedStage;
  beforeAll(async () => {
    stage.model = await ScriptedModel.start();
    [stage.nightjar, stage.browser] = await Promise.all([startScripted(stage.model), launchBrowser()]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.nightjar?.dispose();
    stage.model?.close();
  });
  beforeEach(async () => {
    stage.context = await signedIn(stage.browser, stage.nightjar);
  });
  afterEach(() => stage.context.close());
  return stage;
}
