import { describe, expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { ChatView, signedIn } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

/** What a telephone sends to an installed app when something is shared with it. */
const SHARED = `(() => {
  const form = document.createElement("form");
  Object.assign(form, { method: "POST", action: "/share", enctype: "multipart/form-data" });
  const [words, file] = [document.createElement("input"), document.createElement("input")];
  Object.assign(words, { name: "text", value: "Look at this owl" });
  Object.assign(file, { name: "files", type: "file" });
  const files = new DataTransfer();
  files.items.add(new File(["Tu-whit."], "owl.txt", { type: "text/plain" }));
  file.files = files.files;
  form.append(words, file);
  document.body.append(form);
  form.submit();
})()`;

describe("without a network", () => {
  it("the app opens and shows what was read, takes what is shared with it, and has nothing of it once its reader has signed out", async () => {
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

    const manifest = await (await page.request.get("/api/v1/instance/manifest")).json();
    expect(manifest).toMatchObject({ display: "standalone", share_target: { action: "/share" } });
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
    await page.evaluate(SHARED);
    await page.getByRole("button", { name: "Remove owl.txt" }).waitFor();
    await expect.poll(() => chat.message.inputValue()).toBe("Look at this owl");

    await page.goto("/settings");
    const sound = page.getByRole("checkbox", { name: /quiet sound/ });
    await sound.check();
    await page.reload();
    await expect.poll(() => sound.isChecked()).toBe(true);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("Username").waitFor();
    await until(
      () => page.evaluate("caches.has('nightjar-reading')"),
      (isKept) => isKept === false,
    );
    await context.close();
  });
});
