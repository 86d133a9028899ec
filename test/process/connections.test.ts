/** Telegram connected in the app, whole: from an instance without any of its settings to an answer, and away again. */
import { afterEach, expect, it } from "vitest";
import type { ConnectionState, ConnectReply } from "../../src/contract/connections.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { startTelegram, type TelegramServer, WIRE_BOT } from "../support/telegram/server.ts";
import { message, update } from "../support/telegram/updates.ts";
import { TelegramWire } from "../support/telegram/wire.ts";

let model: ScriptedModel | undefined;
let platform: TelegramServer | undefined;
let nightjar: Nightjar | undefined;
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  await platform?.close();
});

it("fetches a bot's messages from the moment its token is pasted, links its owner by a link, and lets go of it", async () => {
  model = await ScriptedModel.start();
  platform = await startTelegram();
  const wire = new TelegramWire(platform.url);
  nightjar = await startNightjar({
    vars: { ...model.vars, TELEGRAM_API_BASE: platform.url },
    launcher: "runtime",
  });
  const here = nightjar;
  const connect = (token: string) =>
    here.request<ConnectReply>("PUT", "/connections/telegram", { values: { TELEGRAM_BOT_TOKEN: token } });
  const refused = await connect("7001:wrong-token_ABC");
  expect(refused).toMatchObject({ is_kept: false, check: { status: "broken" } });
  expect(refused.connection.state).toBe("not_set");
  expect(await connect(WIRE_BOT.token)).toMatchObject({
    is_kept: true,
    check: { name: "@wire_bot", is_fetched: true, open_url: "https://t.me/wire_bot?start=CODE" },
    connection: { state: "connected", values: { TELEGRAM_BOT_TOKEN: "_ABC" }, is_reachable: false },
  });

  const { code } = await nightjar.request<{ code: string }>("POST", "/me/identities/codes", {});
  model.script((reply) => reply.text("Hello in Telegram."));
  await wire.written(update({ message: message({ message_id: 1, text: `/start ${code}` }) }));
  expect((await wire.view({ count: 1 })).messages[0]?.text).toMatch(/^Linked/);
  await wire.written(update({ message: message({ message_id: 2, text: "Hello?" }) }));
  expect((await wire.view({ count: 2 })).messages[1]?.text).toBe("Hello in Telegram.");

  interface Heard {
    channel: string;
    last_sender: string | null;
  }
  const heard = await until(
    async () => (await here.request<{ items: Heard[] }>("GET", "/channels")).items,
    (items) => items.some(({ channel, last_sender }) => channel === "telegram" && last_sender !== null),
  );
  expect(heard.find(({ channel }) => channel === "telegram")?.last_sender).toBe("Mona Lee");
  await nightjar.request("DELETE", "/connections/telegram");
  const { items } = await nightjar.request<{ items: ConnectionState[] }>("GET", "/connections");
  expect(items.find(({ name }) => name === "telegram")?.state).toBe("not_set");
  const { calls } = await wire.view();
  expect(calls.at(-1)?.method).toBe("deleteWebhook");
});
