import { describe, expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { createRedact, secretsOf } from "../../../src/observability/redact.ts";

const ENV = {
  OPENAI_API_KEY: "sk-first-0000000000, sk-second-111111111",
  TELEGRAM_BOT_TOKEN: "12345:AA/BB+CC==dd",
  WHATSAPP_APP_SECRET: "short",
  PORT: "8787",
  DB: {},
};

function lines(extra: string[] = []) {
  const written: string[] = [];
  const redact = createRedact(() => [...secretsOf(ENV), ...extra]);
  const log = createLog({ redact, base: { part: "test" }, write: (_level, line) => void written.push(line) });
  return { log, written };
}

describe("secretsOf", () => {
  test("finds what is called a key, token, secret or password, each of several keys, and nothing too short", () => {
    expect(secretsOf(ENV)).toEqual(["sk-first-0000000000", "sk-second-111111111", "12345:AA/BB+CC==dd"]);
  });
});

describe("a log line", () => {
  test("is one JSON object with level, event and fields", () => {
    const { log, written } = lines();
    log.info("turn_ended", { turn: "trn_1", steps: 2, cost_usd: null });
    expect(JSON.parse(written[0] ?? "")).toEqual({
      level: "info",
      event: "turn_ended",
      part: "test",
      turn: "trn_1",
      steps: 2,
      cost_usd: null,
    });
  });

  test("holds no secret, plain or as part of an address", () => {
    const { log, written } = lines(["added-later-222222"]);
    log.error("request_broke", {
      problem: "Error: sk-second-111111111 at https://x.example/?t=12345%3AAA%2FBB%2BCC%3D%3Ddd",
      stack: "added-later-222222\n  at bot12345:AA/BB+CC==dd",
    });
    expect(written[0]).not.toMatch(/second|AA|later-2/);
    expect(JSON.parse(written[0] ?? "").problem).toBe("Error: [secret] at https://x.example/?t=[secret]");
  });

  test("holds nothing that looks like somebody's key", () => {
    const { log, written } = lines();
    log.warn("x", {
      problem: `key sk-${"a1B2".repeat(6)} and xoxb-1234567890-abcdef and njk_${"a1B-".repeat(10)}abc`,
    });
    expect(JSON.parse(written[0] ?? "").problem).toBe("key [secret] and [secret] and [secret]");
  });

  test("is written when its level is asked for, and not made otherwise", () => {
    const written: string[] = [];
    let redacted = 0;
    const redact = (text: string) => {
      redacted += 1;
      return text;
    };
    const log = createLog({ redact, level: "warn", write: (level) => void written.push(level) });
    log.info("turn_ended", { turn: "trn_1" });
    expect(redacted).toBe(0);
    log.warn("model_failed");
    log.error("turn_broke");
    expect(written).toEqual(["warn", "error"]);
    const silent = createLog({ redact, level: "none", write: (level) => void written.push(level) });
    silent.error("turn_broke");
    expect(written).toHaveLength(2);
  });

  test("is not endless", () => {
    const { log, written } = lines();
    log.warn("x", { problem: "y".repeat(10_000) });
    expect(written[0]?.length).toBeLessThan(2_100);
  });
});
