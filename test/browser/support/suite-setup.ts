/** What all files of the suite share: one instance, one Chromium, and the port where the file that runs has its model. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startOidcProvider } from "../../support/oidc/provider.ts";
import { ensureBundles } from "../../support/process/bundle.ts";
import { freePort } from "../../support/process/free-port.ts";
import { startNightjar } from "../../support/process/nightjar.ts";
import { modelVars } from "../../support/process/scripted-model.ts";
import { startTelegram } from "../../support/telegram/server.ts";
import { ADA } from "./ada.ts";
import { chromiumOptions } from "./browser.ts";
import { withMicrophone } from "./microphone.ts";
import "./provided.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [modelPort, provider, telegram] = await Promise.all([
    freePort(),
    startOidcProvider({ whoComes: ADA }),
    startTelegram(),
  ]);
  await ensureBundles();
  // The tests of all files are one person, who does in minutes what people do in days.
  const sign_on = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "nightjar", OIDC_NAME: "Example" };
  const platforms = { TELEGRAM_API_BASE: telegram.url };
  const vars = { ...modelVars(modelPort), ...sign_on, ...platforms, REQUESTS_PER_MINUTE: "0" };
  const [nightjar, browser] = await Promise.all([
    startNightjar({ launcher: "pages", vars }),
    chromium.launchServer(withMicrophone(chromiumOptions())),
  ]);
  project.provide("nightjarPlace", nightjar.place);
  project.provide("chromiumAddress", browser.wsEndpoint());
  project.provide("modelPort", modelPort);
  project.provide("telegramUrl", telegram.url);
  return async () => {
    await browser.close();
    await nightjar.dispose();
    await provider.close();
    await telegram.close();
  };
}
