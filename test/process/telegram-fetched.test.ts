/** Telegram behind a router, whole: an instance with a token alone asks for its messages, and answers them. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { WIRE_BOT } from "../support/telegram/server.ts";
import { DIRECT, message, update } from "../support/telegram/updates.ts";

interface Asked {
  method: string;
  fields: Record<string, unknown>;
}

let server: Server | undefined;
let model: ScriptedModel | undefined;
let nightjar: Nightjar | undefined;
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Telegram with a webhook that still stands, and one message that waits. */
async function telegram(): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  let hasWebhook = true;
  let waiting = [update({ message: message({ message_id: 1, text: "Are you there?" }) })];
  const answers: Record<string, (fields: Asked["fields"]) => unknown> = {
    getMe: () => ({ id: WIRE_BOT.id, is_bot: true, first_name: "N", username: "nightjar_bot" }),
    getWebhookInfo: () => ({ url: "", pending_update_count: 0 }),
    deleteWebhook: () => {
      hasWebhook = false;
      return true;
    },
    sendMessage: () => ({ message_id: 100 + asked.length }),
  };
  const end = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    const method = request.url?.split("/").at(-1) ?? "";
    const fields = text === "" ? {} : JSON.parse(text);
    asked.push({ method, fields });
    if (method !== "getUpdates")
      return end(response, 200, { ok: true, result: answers[method]?.(fields) ?? true });
    if (hasWebhook)
      return end(response, 409, { ok: false, error_code: 409, description: "Conflict: webhook is active" });
    const given = waiting;
    if (fields.offset !== undefined) waiting = waiting.filter(({ update_id }) => update_id >= fields.offset);
    // With nothing to give, the request stays open.
    if (fields.offset === undefined) end(response, 200, { ok: true, result: given });
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

it("takes the webhook away, fetches what waits, tells its sender, and says that it fetches", async () => {
  model = await ScriptedModel.start();
  const { url, asked } = await telegram();
  nightjar = await startNightjar({
    vars: {
      ...model.vars,
      TELEGRAM_BOT_TOKEN: WIRE_BOT.token,
      TELEGRAM_API_BASE: url,
      TELEGRAM_ACCESS: "open",
    },
    launcher: "runtime",
  });
  const connected = await nightjar.request<{ health: object }>("POST", "/channels/telegram/connect", {});
  expect(connected.health).toMatchObject({ status: "ok", is_fetched: true });
  // Mona is a guest, whom no agent answers here yet: she is told so.
  const [sent] = await until(
    () => Promise.resolve(asked.filter(({ method }) => method === "sendMessage")),
    (all) => all.length > 0,
  );
  expect(sent?.fields).toMatchObject({ chat_id: DIRECT.id });
  const acknowledged = await until(
    () =>
      Promise.resolve(asked.filter(({ method, fields }) => method === "getUpdates" && "offset" in fields)),
    (all) => all.length > 0,
  );
  expect(acknowledged[0]?.fields["timeout"]).toBe(50);
  expect(asked.map(({ method }) => method)).not.toContain("setWebhook");
});
