import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Poller } from "../../../../src/channels/telegram/polling/poller.ts";
import { fetchedAccounts } from "../../../../src/channels/telegram/settings.ts";

interface Asked {
  method: string;
  fields: Record<string, unknown>;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const ok = (result: unknown) => ({ status: 200, body: { ok: true, result } });
const no = (status: number, description: string) => ({
  status,
  body: { ok: false, error_code: status, description },
});
const update = (update_id: number) => ({ update_id, message: { text: `m${update_id}` } });

/** A bot that Telegram answers by these, one after the other; then it keeps the request open. */
async function bot(
  answers: { status: number; body: object }[],
  take: (id: number) => void = () => undefined,
) {
  const asked: Asked[] = [];
  const taken: number[] = [];
  const pauses: number[] = [];
  const rested = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    asked.push({ method: request.url?.split("/").at(-1) ?? "", fields: JSON.parse(text) });
    const answer = answers.shift();
    if (!answer) return rested.resolve();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const log = { info() {}, warn() {}, error() {} };
  const poller = new Poller({
    bot: { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: "1:a" },
    log: log as never,
    later: (callback, ms) => {
      pauses.push(ms);
      setImmediate(callback);
      return () => undefined;
    },
    take: async (given) => {
      const { update_id } = given as { update_id: number };
      take(update_id);
      taken.push(update_id);
    },
    onRefused: refused.resolve,
  });
  ends.push(() => {
    poller.stop();
    server.closeAllConnections();
    server.close();
  });
  poller.start();
  return { asked, taken, pauses, poller, rested: rested.promise, refused: refused.promise };
}

const offsets = (asked: Asked[]) => asked.map(({ fields }) => fields["offset"]);

test("updates are acknowledged once they are taken in, in their order", async () => {
  const { asked, taken, rested } = await bot([ok([update(5), update(6)]), ok([update(7)])]);
  await rested;
  expect(taken).toEqual([5, 6, 7]);
  expect(offsets(asked)).toEqual([undefined, 7, 8]);
  expect(asked[0]).toMatchObject({ method: "getUpdates", fields: { timeout: 50 } });
});

test("one that cannot be taken in is asked for again, and no later one overtakes it", async () => {
  let failures = 2;
  const { asked, taken, pauses, rested } = await bot(
    [ok([update(5), update(6)]), ok([update(5), update(6)]), ok([update(5), update(6)])],
    (id) => {
      if (id === 5 && failures-- > 0) throw new Error("The database is away.");
    },
  );
  await rested;
  expect(taken).toEqual([5, 6]);
  expect(offsets(asked)).toEqual([undefined, undefined, undefined, 7]);
  expect(pauses).toEqual([1_000, 2_000]);
});

test("one that never can be taken in is given up after five tries", async () => {
  const { taken, rested } = await bot(
    Array.from({ length: 5 }, () => ok([update(5), update(6)])),
    (id) => {
      if (id === 5) throw new Error("It is broken.");
    },
  );
  await rested;
  expect(taken).toEqual([6]);
});

test("a webhook is taken away first, and keeps what waits for it", async () => {
  const conflict = no(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook",
  );
  const { asked, taken, rested } = await bot([conflict, ok(true), ok([update(1)])]);
  await rested;
  expect(asked.map(({ method }) => method)).toEqual([
    "getUpdates",
    "deleteWebhook",
    "getUpdates",
    "getUpdates",
  ]);
  expect(asked[1]?.fields).toEqual({ drop_pending_updates: false });
  expect(taken).toEqual([1]);
});

test("it waits where another program fetches, where Telegram is down, and as long as Telegram says", async () => {
  const many = {
    status: 429,
    body: { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 3 } },
  };
  const other = no(409, "Conflict: terminated by other getUpdates request");
  const { pauses, rested } = await bot([other, no(502, "Bad Gateway"), { status: 500, body: {} }, many]);
  await rested;
  expect(pauses).toEqual([10_000, 2_000, 4_000, 3_000]);
});

test("a token that Telegram refuses is told once, and nothing more is asked", async () => {
  const { asked, poller, refused } = await bot([no(401, "Unauthorized")]);
  expect(await refused).toContain("TELEGRAM_BOT_TOKEN");
  poller.start();
  expect(asked).toHaveLength(1);
});

test("the bots that have a token and no secret are fetched for", () => {
  const token = "123:abc";
  expect(
    fetchedAccounts({
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_BOT_TOKEN_SALES: token,
      TELEGRAM_WEBHOOK_SECRET_SALES: "s",
      TELEGRAM_BOT_TOKEN_ODD: "none",
      TELEGRAM_API_BASE: "http://127.0.0.1:9",
    }),
  ).toEqual([""]);
});
