import { describe, expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { type EndedTurn, hasLines, logTurn } from "../../../src/observability/log-turn.ts";
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

describe("a turn that has ended", () => {
  const step = {
    ...{
      step: 1,
      at: 1,
      first_token_ms: 1,
      duration_ms: 2,
      restarts: 0,
      model: "openai/one",
      finish: "stop",
    },
    usage: { input_tokens: 1, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 0 },
    cost_usd: 0,
    tools: [{ call_id: "call_1", name: "think", outcome: "ok" as const, duration_ms: 1, characters: 2 }],
  };
  const turnOf = (status: string, changed: Partial<typeof step> = {}): EndedTurn => ({
    ...{ conversation: "cnv_1", turn: "trn_1", status, agent: "nightjar", duration_ms: 2 },
    trace: { started_at: 1, recoveries: 0, recalled: 0, notices: [], steps: [{ ...step, ...changed }] },
  });
  const TURNS = [
    turnOf("completed"),
    turnOf("failed"),
    turnOf("halted"),
    turnOf("completed", { restarts: 1 }),
    turnOf("completed", { finish: "failed" }),
  ];

  test.each(["info", "warn", "error", "none"] as const)(
    "has lines where its %s lines are written",
    (level) => {
      for (const turn of TURNS) {
        const written: string[] = [];
        const redact = createRedact(() => []);
        const log = createLog({ redact, level, write: (_level, line) => void written.push(line) });
        logTurn(log, turn);
        expect(hasLines(log, turn)).toBe(written.length > 0);
      }
    },
  );
});
