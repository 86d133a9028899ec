import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { tone } from "../support/speech/recording.ts";
import { signedOut } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

const CELLAR = {
  slug: "cellar",
  name: "The Cellar",
  cast: ["bart", "jb"],
  host: "bart",
  audience: "everyone",
  router_model: "openai/scripted",
  limits: { message_chars: 60 },
};

/** Somebody whom nobody knows here, with a link to the room. */
async function guest(): Promise<Page> {
  await stage.nightjar.request("POST", "/rooms", CELLAR);
  const wanted = { name: "Friends", role: "guest", max_uses: 5 };
  const { code } = await stage.nightjar.request<{ code: string }>("POST", "/invites", wanted);
  const context = await signedOut(stage.browser, stage.nightjar, { serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`/rooms/cellar?code=${code}`);
  return page;
}

/** Into the field of the message. A browser cuts off what is pasted beyond the length of a field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("textarea").dispatchEvent(pasted);
  }`);
}

it("a guest comes in by code, speaks to whom they choose, leaves, and knocks again, in two tabs at once", async () => {
  const page = await guest();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.getByText("Come in. What brings you here?").waitFor();
  expect(new URL(page.url()).search).toBe("");

  const verdict = { agent: "bart", is_selection_fitting: true, reason: "asked for" };
  stage.model.script(
    (answer) => answer.text(JSON.stringify(verdict)),
    (answer) => answer.text("In C, and nobody minds."),
  );
  const portrait = page.getByRole("button", { name: /^JB/ });
  await portrait.press("Enter");
  await expect.poll(() => portrait.getAttribute("aria-pressed")).toBe("true");
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("What are you playing?");
  await message.press("Enter");
  const answer = page.locator("article.answer").filter({ hasText: "In C, and nobody minds." });
  await answer.getByText("JB", { exact: true }).waitFor();

  const tab = await page.context().newPage();
  await tab.goto("/rooms/cellar");
  await tab.getByText("In C, and nobody minds.").waitFor();
  await tab.getByText("29 messages left").waitFor();

  const long = "and ".repeat(20).trim();
  await paste(page, long);
  await page.getByRole("alert").getByText("up to 60 characters").waitFor();
  await expect.poll(() => message.inputValue()).toBe(long);
  await expect.poll(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await message.fill("One more thing");

  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await tab.getByRole("button", { name: "Knock again" }).waitFor();
  await page.getByRole("button", { name: "Knock again" }).click();
  await page.getByText("30 messages left").waitFor();
  await expect.poll(() => message.inputValue()).toBe("One more thing");
  await page.context().close();

  const keeper = await stage.goTo("/rooms");
  await keeper.getByRole("button", { name: "Visits to The Cellar" }).click();
  await keeper.getByRole("list", { name: "Visits" }).getByText("Ada").last().click();
  await keeper.getByText("JB answered at the visitor's request").waitFor();
});

it("a room is made in three steps: who is there, its name and its look, and one is in it", async () => {
  const page = await stage.goTo("/rooms");
  await page.getByRole("button", { name: "New room" }).click();
  const cast = page.getByRole("group", { name: "The cast" });
  // The default agent is there until somebody chooses.
  await cast.locator('[aria-pressed="true"]', { hasText: "Nightjar" }).waitFor();
  await cast.getByRole("button", { name: "Scholar" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Step 2 of 3" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("The Study");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  expect(await page.getByRole("combobox", { name: /^Host/ }).inputValue()).toBe("nightjar");
  await page.getByRole("button", { name: "Continue" }).click();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("The Study");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create room" }).click();
  await page.waitForURL("**/rooms/the-study");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.getByLabel("Message", { exact: true }).waitFor();
});

it("the cast speaks in a call, each in turn, is told where it was interrupted, and says goodbye at the end", async () => {
  const { nightjar, model } = stage;
  const cast = ["ada", "ben", "host"];
  for (const slug of cast) {
    const name = slug[0]?.toUpperCase() + slug.slice(1);
    await nightjar.request("POST", "/agents", { slug, name, instructions: "Be brief.", audience: [] });
  }
  const rules = { limits: { messages: 2, last_call_before: 1 }, sayings: { closed_at_limit: "Good night." } };
  const room = { slug: "snug", name: "The Snug", cast, host: "host", audience: "everyone", is_shared: true };
  await nightjar.request("POST", "/rooms", { ...room, ...rules });
  const page = await stage.context.newPage();
  const heard = ["Ada, what do you think?", "And you, Ben?"];
  const spoken: { text: string; agent: string }[] = [];
  await page.route("**/api/v1/speech", (route) =>
    route.fulfill({ json: { hears: true, hears_live: false, speaks: true } }),
  );
  await page.route("**/api/v1/speech/transcriptions*", (route) =>
    route.fulfill({ json: { text: heard.shift() ?? "" } }),
  );
  await page.route("**/api/v1/speech/recordings", (route) => {
    spoken.push(route.request().postDataJSON());
    return route.fulfill({ contentType: "audio/wav", body: tone(spoken.length > 3 ? 1 : 10) });
  });
  model.script(
    (answer) => answer.text("I would take the ferry. It is slow and kind."),
    (answer) => answer.text("The train."),
  );
  await page.goto("/rooms/snug");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const call = page.getByRole("dialog", { name: "The Snug" });
  await call.getByText("Ada is speaking. Tap to interrupt.").waitFor();
  await call.locator("mark", { hasText: "I would take the ferry." }).waitFor();
  // The fake microphone speaks again, while she does.
  await call.getByText("And you, Ben?").waitFor();
  await call.getByText("Ben is speaking. Tap to interrupt.").waitFor();
  await call.waitFor({ state: "hidden" });
  await page.getByText("That was the last round of this visit.").waitFor();
  // Last call is dropped by the interruption, whether its sound was asked for already or not.
  const said = spoken.filter(({ text }) => !text.startsWith("Last call"));
  expect(said.map(({ text, agent }) => `${agent}: ${text}`)).toEqual([
    "ada: I would take the ferry.",
    "ada: It is slow and kind.",
    "ben: The train.",
    "host: Good night.",
  ]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(
    "The spoken answer of Ada was interrupted.",
  );
});
