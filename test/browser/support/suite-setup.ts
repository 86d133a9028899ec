/** What all files of the suite share: one instance, one Chromium, and the port where the file that runs has its model. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { freePort } from "../../support/process/free-port.ts";
import { startNightjar } from "../../support/process/nightjar.ts";
import { modelVars } from "../../support/process/scripted-model.ts";
import { chromiumOptions } from "./browser.ts";
import "./provided.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const modelPort = await freePort();
  const [nightjar, browser] = await Promise.all([
    startNightjar({ vars: modelVars(modelPort) }),
    chromium.launchServer(chromiumOptions()),
  ]);
  project.provide("nightjarPlace", nightjar.place);
  project.provide("chromiumAddress", browser.wsEndpoint());
  project.provide("modelPort", modelPort);
  return async () => {
    await browser.close();
    await nightjar.dispose();
  };
}
