import { expect, test } from "vitest";
import { telegramChannel } from "../../../../src/channels/telegram/port.ts";
import { ALONE, BOT, port, requestOf } from "./reader.ts";

const HEADER = "x-telegram-bot-api-secret-token";
const isLetIn = async (secret: string | undefined, at = port) =>
  (await at.verify(requestOf("{}", secret === undefined ? {} : { [HEADER]: secret }))).ok;

test("the secret that the webhook was set with lets a request in, and nothing else does", async () => {
  const given = [
    BOT.secret,
    undefined,
    "",
    "s3cret-toke",
    "s3cret-tokeN",
    "s3cret-token0",
    `${BOT.secret}${BOT.secret}`,
  ];
  expect(await Promise.all(given.map((secret) => isLetIn(secret)))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("without a secret of its own nobody is let in", async () => {
  const open = telegramChannel({ ...BOT, secret: "" }, ALONE);
  expect([await isLetIn("", open), await isLetIn(undefined, open)]).toEqual([false, false]);
});
