import { expect, it } from "vitest";
import { effectiveSettings } from "../../../src/connections/effective-settings.ts";
import { isReachable } from "../../../src/connections/reachable.ts";

const kept = (values: Record<string, string>, account = "") => [
  { name: "telegram", account, values, updated_at: 1 },
];

it("gives the app's values where the settings file has none, for each account under its own names", () => {
  const env = { TELEGRAM_STREAMING: "off", TELEGRAM_BOT_TOKEN: " " };
  expect(effectiveSettings(env, kept({ TELEGRAM_BOT_TOKEN: "1:a" }))).toEqual({
    TELEGRAM_STREAMING: "off",
    TELEGRAM_BOT_TOKEN: "1:a",
  });
  expect(effectiveSettings({}, kept({ TELEGRAM_BOT_TOKEN: "2:b" }, "sales-de"))).toEqual({
    TELEGRAM_BOT_TOKEN_SALES_DE: "2:b",
  });
});

it("never mixes two bots: where the file has the token, no value of the app holds", () => {
  const values = { TELEGRAM_BOT_TOKEN: "1:a", TELEGRAM_WEBHOOK_SECRET: "app" };
  const env = { TELEGRAM_BOT_TOKEN: "9:file" };
  expect(effectiveSettings(env, kept(values))).toEqual(env);
});

it("takes no setting that its connection does not have", () => {
  expect(effectiveSettings({}, kept({ TELEGRAM_BOT_TOKEN: "1:a", ADMIN_TOKEN: "mine" }))).toEqual({
    TELEGRAM_BOT_TOKEN: "1:a",
  });
  expect(effectiveSettings({}, [{ name: "gone", account: "", values: { X: "1" }, updated_at: 1 }])).toEqual(
    {},
  );
});

it.each([
  ["https://nightjar.example.com/webhooks/telegram", true],
  ["http://nightjar.example.com", false],
  ["https://localhost:8787", false],
  ["https://192.168.1.5", false],
  ["https://nightjar.local", false],
  ["https://box.tail1234.ts.net", true],
])("knows whether a platform can reach %s", (address, expected) => {
  expect(isReachable(address)).toBe(expected);
});
