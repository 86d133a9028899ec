/** A call that is transcribed while somebody speaks. */
import { afterEach, expect, it } from "vitest";
import { tone } from "../../support/speech/recording.ts";
import { ChatView } from "../support/browser.ts";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();
afterEach(() => {
  stage.model.realtime.live.breaks_after = undefined;
});

/** Returns the ids of recordings that were sent whole, too. */
async function calling() {
  const sent: string[] = [];
  const page = await stage.context.newPage();
  await page.route("**/api/v1/speech", (route) =>
    route.fulfill({ json: { hears: true, hears_live: true, speaks: true } }),
  );
  await page.route("**/api/v1/speech/transcriptions*", (route) => {
    sent.push(new URL(route.request().url()).searchParams.get("client_id") ?? "");
    return route.fulfill({ json: { text: "By the recording." } });
  });
  await page.route("**/api/v1/speech/recordings", (route) =>
    route.fulfill({ contentType: "audio/wav", body: tone(1) }),
  );
  await page.goto("/");
  const chat = await ChatView.in(page);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const call = page.getByRole("dialog");
  const end = () => call.getByRole("button", { name: "End call" }).click();
  return { chat, call, sent, end };
}

it("shows the words while they are spoken, and sends no recording afterwards", async () => {
  stage.model.script((answer) => answer.text("Aye."));
  const { chat, call, sent, end } = await calling();
  await call.filter({ hasText: "Listening to you" }).filter({ hasText: "Twelve barrels, please." }).waitFor();
  await call.locator("mark", { hasText: "Aye." }).waitFor();
  await end();
  expect([(await chat.said())[0], sent]).toEqual(["Twelve barrels, please.", []]);
});

it("sends the recording when the connection breaks, under the same id once", async () => {
  stage.model.realtime.live.breaks_after = 2;
  stage.model.script((answer) => answer.text("Aye."));
  const { chat, call, sent, end } = await calling();
  await call.locator("mark", { hasText: "Aye." }).waitFor();
  await end();
  expect([(await chat.said())[0], sent.length]).toEqual(["By the recording.", 1]);
});

it("keeps a recording where that is chosen: it is played beside its message, and deleted", async () => {
  const choose = (keep_recordings: boolean | null) =>
    stage.context.request.patch("/api/v1/preferences", { data: { keep_recordings } });
  await choose(true);
  stage.model.script((answer) => answer.text("Aye."));
  const { chat, call, end } = await calling();
  await call.getByRole("button", { name: "Call settings" }).click();
  const choice = call.getByRole("checkbox", { name: "Keep recordings of what I say for a day" });
  await expect.poll(() => choice.isChecked()).toBe(true);
  await call.locator("mark", { hasText: "Aye." }).waitFor();
  await end();
  await chat.page.reload();
  const recordings = chat.page.getByText("Recording kept until");
  await recordings.first().waitFor();
  const played = chat.page.waitForResponse("**/recording");
  await chat.page.getByRole("button", { name: "Play the recording" }).first().click();
  expect((await played).headers()["content-type"]).toBe("audio/wav");
  const count = await recordings.count();
  await chat.page.getByRole("button", { name: "Delete the recording" }).first().click();
  await expect.poll(() => recordings.count()).toBe(count - 1);
  await choose(null);
});
