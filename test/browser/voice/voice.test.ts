/** Speech: by the provider that is set up, and by the browser itself where none is. */
import { expect, it } from "vitest";
import { ChatView } from "../support/browser.ts";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();

/** This chromium has neither ears nor a voice: what a browser has of its own stands in for them. */
const BROWSERS_OWN = `
  window.spoken = new Promise((resolve) => (speechSynthesis.speak = ({ text }) => resolve(text)));
  window.SpeechRecognition = class extends EventTarget {
    start() {}
    stop() {
      const results = [[{ transcript: "water the" }], [{ transcript: "roses" }]];
      this.dispatchEvent(Object.assign(new Event("result"), { results, resultIndex: 0 }));
      this.dispatchEvent(new Event("end"));
    }
  };
`;
const DEAF = `
  window.SpeechRecognition = class extends EventTarget {
    start() {
      this.dispatchEvent(Object.assign(new Event("error"), { error: window.fault }));
    }
  };
`;

/** Without a provider of speech. */
async function alone(script: string): Promise<ChatView> {
  const page = await stage.context.newPage();
  await page.route("**/api/v1/speech", (route) => route.fulfill({ json: { hears: false, speaks: false } }));
  await page.addInitScript(script);
  await page.goto("/");
  return ChatView.in(page);
}

it("is written down and spoken by the provider, of which nothing is kept", async () => {
  const { request } = stage.context;
  expect(await (await request.get("/api/v1/speech")).json()).toEqual({
    hears: true,
    hears_live: true,
    speaks: true,
  });
  const write = (data: string, type: string) =>
    request.post("/api/v1/speech/transcriptions", {
      data: Buffer.from(data),
      headers: { "content-type": type },
    });
  expect(await (await write("buy some milk", "audio/webm")).json()).toEqual({ text: "buy some milk" });
  expect((await write("", "audio/webm")).status()).toBe(400);
  expect((await write("buy some milk", "video/mp4")).status()).toBe(400);
  const said = await request.post("/api/v1/speech/recordings", { data: { text: "The door is open." } });
  expect(said.headers()["content-type"]).toMatch(/^audio\//);
  expect(await said.text()).toContain("The door is open.");
  expect((await request.post("/api/v1/speech/recordings", { data: { text: " " } })).status()).toBe(400);
});

it("is there in the shapes of OpenAI's API", async () => {
  const { request } = stage.context;
  const file = { name: "note.webm", mimeType: "audio/webm", buffer: Buffer.from("buy some milk") };
  const written = await request.post("/v1/audio/transcriptions", { multipart: { file, model: "whisper-1" } });
  expect(await written.json()).toEqual({ text: "buy some milk" });
  const none = await request.post("/v1/audio/transcriptions", { multipart: { model: "whisper-1" } });
  expect([none.status(), await none.text()]).toEqual([400, expect.stringContaining("no recording")]);
  const said = await request.post("/v1/audio/speech", {
    data: { model: "tts-1", voice: "alloy", input: "The door is open." },
  });
  expect(said.headers()["content-type"]).toMatch(/^audio\//);
  expect(await said.text()).toContain("The door is open.");
});

it("is chosen for an agent from the voices of the connected providers, and can be listened to", async () => {
  const page = await stage.context.newPage();
  const agent = { slug: "crier", name: "Crier", instructions: "Cry." };
  await stage.context.request.post("/api/v1/agents", { data: agent });
  await page.goto("/agents/crier");
  await page.getByText("Advanced").click();
  const voice = page.locator(".voice").getByRole("combobox", { name: "Voice" });
  await voice.scrollIntoViewIfNeeded();
  await expect.poll(() => voice.locator("option").allTextContents()).toContain("Ash");
  await voice.selectOption("openai/ash");
  const said = page.waitForRequest("**/api/v1/speech/recordings");
  await page.getByRole("button", { name: "Listen" }).click();
  expect((await said).postDataJSON()).toMatchObject({ voice: "openai/ash" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Applies from the next answer.").waitFor();
  const kept = await (await stage.context.request.get("/api/v1/agents/crier")).json();
  expect(kept).toMatchObject({ voice: "openai/ash" });
  await page.close();
});

it("is heard by the browser itself where there is no provider, behind what is written already", async () => {
  const chat = await alone(BROWSERS_OWN);
  await chat.message.fill("Please");
  await chat.page.getByRole("button", { name: "Dictate" }).click();
  await chat.page.getByRole("button", { name: "Stop dictating" }).click();
  await chat.page.getByRole("button", { name: "Dictate" }).waitFor();
  await expect.poll(() => chat.message.inputValue()).toBe("Please water the roses");
});

it("reads an answer by the browser's own voice, as words and not as marks, until it is stopped", async () => {
  const chat = await alone(BROWSERS_OWN);
  stage.model.script((answer) => answer.text("The **door** is open."));
  await chat.say("Is it?");
  await chat.finished();
  await chat.newest.getByRole("button", { name: "Read aloud" }).click();
  await expect.poll(() => chat.page.evaluate("spoken")).toBe("The door is open.");
  await chat.newest.getByRole("button", { name: "Stop reading aloud" }).click();
  await chat.newest.getByRole("button", { name: "Read aloud" }).waitFor();
});

it("says why nothing was heard: a microphone that is closed, or nobody who spoke", async () => {
  const chat = await alone(DEAF);
  for (const [fault, words] of [
    ["not-allowed", "The microphone is blocked."],
    ["no-speech", "Nightjar didn't hear anything."],
    ["network", "The browser couldn't transcribe that."],
  ]) {
    await chat.page.evaluate(`window.fault = "${fault}"`);
    await chat.page.getByRole("button", { name: "Dictate" }).click();
    await chat.page.getByText(words ?? "").waitFor();
  }
});
