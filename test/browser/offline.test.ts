import { describe, it } from "vitest";
import { until } from "../support/process/until.ts";
import { ChatView, signedIn } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

describe("without a network", () => {
  it("the app opens and shows what was read, and nothing of it once its reader has signed out", async () => {
    const voice = stage.model.voice("Keep this for the train");
    voice.script((answer) => answer.text("Kept for the train."));
    const context = await signedIn(stage.browser, stage.nightjar, { serviceWorkers: "allow" });
    const chat = await ChatView.open(context);
    await chat.say("Keep this for the train");
    await chat.reads("Kept for the train.");
    await chat.finished();
    const { page } = chat;
    await until(() => page.evaluate("navigator.serviceWorker.controller !== null"), Boolean);
    await page.reload();
    await chat.reads("Kept for the train.");
    await context.setOffline(true);
    await page.reload();
    await chat.reads("Kept for the train.");
    await page.getByRole("link", { name: "Keep this for the train" }).first().waitFor();
    await context.setOffline(false);
    await page.goto("/settings");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("Username").waitFor();
    await until(
      () => page.evaluate("caches.has('nightjar-reading')"),
      (isKept) => isKept === false,
    );
    await context.close();
  });
});
