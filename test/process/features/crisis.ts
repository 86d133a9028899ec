/** Help in a crisis is the answer on every way into a room, also when the model fails. */
import { expect, it } from "vitest";
import { TOKEN } from "../../support/process/nightjar.ts";
import { until } from "../../support/process/until.ts";
import { message, update } from "../../support/telegram/updates.ts";
import type { Stage } from "./stage.ts";

const CRY = "I want to kill myself tonight.";
const HELP = /call your local emergency number/;
const GUEST = { id: 909, is_bot: false, first_name: "Noor", language_code: "en" };
const CHAT = { id: 909, type: "private", first_name: "Noor" };

const WAYS: Record<string, (stage: Stage) => Promise<string>> = {
  async HTTP({ nightjar }) {
    const body = { message: CRY, room: "bar", sender: "noor" };
    const { reply, status } = await nightjar.request<Record<string, string>>("POST", "/chat", body);
    expect(status).toBe("completed");
    return reply ?? "";
  },
  async "OpenAI's API"({ nightjar }) {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const body = JSON.stringify({ model: "bar", messages: [{ role: "user", content: CRY }] });
    const response = await fetch(`${nightjar.url}/v1/chat/completions`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    return choices[0]?.message.content ?? "";
  },
  async "a Telegram chat"({ nightjar, telegram }) {
    const place = { channel: "telegram", thread: String(CHAT.id), room: "bar", answers_all: true };
    await nightjar.request("PUT", "/threads", place);
    await telegram.deliver(update({ message: message({ from: GUEST, chat: CHAT, text: CRY }) }));
    const said = async () => {
      const { messages } = await telegram.view();
      return messages.filter(({ chat_id }) => chat_id === CHAT.id).map(({ text }) => text);
    };
    return (await until(said, (texts) => texts.some((text) => HELP.test(text)))).join("\n");
  },
};

export function crisis(stage: () => Stage): void {
  it.each(Object.entries(WAYS))("helps in a crisis by %s, without a model", async (_, enter) => {
    stage()
      .model.voice(/kill myself tonight/)
      .always((answer) => answer.refuse("No."));
    expect(await enter(stage())).toMatch(HELP);
  });
}
