/** An instance with a life: people, agents, schedules and conversations, answered by a model that says what the pictures show. */
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { ChatView, chromiumOptions, signedIn } from "../browser/support/browser.ts";
import { ensureBundles } from "../support/process/bundle.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { AGENTS, ASKED, CONVERSATIONS, HOOK, REMINDED, SCHEDULES } from "./told.ts";

export const WIDE = { width: 1180, height: 780 };
export const PHONE = { width: 390, height: 844 };

export interface Life {
  nightjar: Nightjar;
  browser: Browser;
  /** Somebody who lives there. */
  context: BrowserContext;
  /** Path of the conversation in which a reminder was set and a question waits. */
  conversation: string;
  end(): Promise<void>;
}

/** Ends itself if it can't begin. */
export async function beginLife(): Promise<Life> {
  await ensureBundles();
  const model = await ScriptedModel.start();
  const vars = { ...model.vars, DEFAULT_MODEL: "openai/gpt-6.1-terra", REQUESTS_PER_MINUTE: "0" };
  const nightjar = await startNightjar({ launcher: "pages", vars });
  const browser = await chromium.launch(chromiumOptions());
  const end = async () => {
    await browser.close();
    await nightjar.dispose();
    model.close();
  };
  try {
    await fill(nightjar);
    const context = await signedIn(browser, nightjar, { viewport: WIDE, deviceScaleFactor: 1.5 });
    const conversation = await talk(context, model);
    return { nightjar, browser, context, conversation, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function fill(nightjar: Nightjar): Promise<void> {
  await nightjar.request("PATCH", "/preferences", { is_set_up: true });
  for (const agent of AGENTS) await nightjar.request("POST", "/agents", agent);
  for (const schedule of SCHEDULES) await nightjar.request("POST", "/schedules", schedule);
  await nightjar.request("POST", "/hooks", HOOK);
}

/** Conversations of the list, and last the one that is shown. Returns its path. */
async function talk(context: BrowserContext, model: ScriptedModel): Promise<string> {
  for (const { said, answered } of CONVERSATIONS) {
    model.voice(said).always((answer) => answer.text(answered));
    const chat = await ChatView.open(context);
    await chat.say(said);
    await chat.finished();
    await chat.page.close();
  }
  model.voice(REMINDED.said).script(
    (answer) => answer.tool("schedule_message", { text: REMINDED.text, in_seconds: 86_400 }),
    (answer) => answer.text(REMINDED.answered),
    (answer) => answer.tool("ask_user", { question: ASKED.question, options: ASKED.options }),
  );
  const chat = await ChatView.open(context);
  await chat.say(REMINDED.said);
  await chat.finished();
  await chat.say(ASKED.said);
  await chat.page.getByRole("region", { name: "Question" }).waitFor();
  const path = new URL(chat.page.url()).pathname;
  await chat.page.close();
  return path;
}
