/** What all files of the suite share: one instance, one Chromium, and the port where the file that runs has its model. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startOidcProvider } from "../../support/oidc/provider.ts";
import { ensureBundles } from "../../support/process/bundle.ts";
import { freePort } from "../../support/process/free-port.ts";
import { startNightjar } from "../../support/process/nightjar.ts";
import { modelVars } from "../../support/process/scripted-model.ts";
import { ADA } from "./ada.ts";
import { chromiumOptions } from "./browser.ts";
import "./provided.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [modelPort, provider] = await Promise.all([freePort(), startOidcProvider({ whoComes: ADA })]);
  await ensureBundles();
  // The tests of all files are one person, who does in minutes what people do in days.
  const sign_on = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "nightjar", OIDC_NAME: "Example" };
  const vars = { ...modelVars(modelPort), ...sign_on, REQUESTS_PER_MINUTE: "0" };
  const [nightjar, browser] = await Promise.all([
    startNightjar({ launcher: "pages", vars }),
    chromium.launchServer(chromiumOptions()),
  ]);
  project.provide("nightjarPlace", nightjar.place);
  project.provide("chromiumAddress", browser.wsEndpoint());
  project.provide("modelPort", modelPort);
  return async () => {
    await browser.close();
    await nightjar.dispose();
    await provider.close();
  };
}
