import { describe, expect, test } from "vitest";
import {
  type BudgetLine,
  beginningOf,
  overBudget,
  overMessages,
  ownBudgets,
} from "../../../src/observability/budgets.ts";
import { type Spend, SpendMeter } from "../../../src/observability/spend-meter.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const PAYER = { owner: "mona", agent: "scholar" };
const CHEAP = { model: "a/b", cost_usd: 0.000_001 };

function line(overrides: Partial<BudgetLine> = {}): BudgetLine {
  return { scope: "user", key: "*", period: "day", limit_usd: 1, spent_usd: 0, ...overrides };
}

function spend(overrides: Partial<Spend> = {}): Spend {
  return { id: "trn_1:1", at: NOON, ...PAYER, cost_usd: 0.4, ...overrides };
}

function over(
  lines: BudgetLine[],
  unseen: Spend[] = [],
  estimate: { model: string; cost_usd: number | null } = CHEAP,
) {
  return overBudget({ sheet: { read_at: NOON, lines }, payer: PAYER, unseen }, estimate, NOON);
}

describe("a budget", () => {
  test("lets a call pass while something is left", () => {
    expect(over([line({ spent_usd: 0.99 })])).toBeUndefined();
  });

  test("stops calls once it is used up", () => {
    expect(over([line({ spent_usd: 1 })])).toBe(
      "The budget of $1.00 a day for you is used up. It resets at midnight UTC; the operator can raise it.",
    );
  });

  test("stops a call that could go beyond it, with its estimate", () => {
    expect(
      over([line({ scope: "agent", key: "scholar", spent_usd: 0.5 })], [], { model: "a/b", cost_usd: 0.51 }),
    ).toBe(
      'The next call of a/b may cost up to $0.51, and $0.50 is left of the budget of $1.00 a day for the agent "scholar". It resets at midnight UTC; the operator can raise it.',
    );
  });

  test("lets a call that is free pass always", () => {
    expect(over([line({ spent_usd: 1 })], [], { model: "offline/nightjar", cost_usd: 0 })).toBeUndefined();
  });

  test("lets a call of unknown price pass while something is left", () => {
    expect(over([line({ spent_usd: 0.99 })], [], { model: "a/b", cost_usd: null })).toBeUndefined();
    expect(over([line({ spent_usd: 1 })], [], { model: "a/b", cost_usd: null })).toContain("is used up");
  });

  test("counts what the ledger has not seen, of whom it is for", () => {
    const others = [spend({ owner: "otto", agent: "nightjar", cost_usd: 9 })];
    expect(over([line({ spent_usd: 0.7 })], [spend(), ...others])).toContain("for you is used up");
    expect(over([line({ spent_usd: 0.7 })], others)).toBeUndefined();
    expect(over([line({ scope: "agent", spent_usd: 0.7 })], others)).toBeUndefined();
    expect(over([line({ scope: "instance", spent_usd: 0.7 })], others)).toContain(
      "for this instance is used up",
    );
  });

  test("of a day forgets yesterday, also when it was read yesterday", () => {
    const midnight = beginningOf("day", NOON);
    const sheet = { read_at: midnight - 1, lines: [line({ spent_usd: 5 })] };
    expect(
      overBudget({ sheet, payer: PAYER, unseen: [spend({ at: midnight - 1, cost_usd: 5 })] }, CHEAP, NOON),
    ).toBeUndefined();
  });

  test("of a month begins on its first day", () => {
    expect(new Date(beginningOf("month", NOON)).toISOString()).toBe("2026-11-01T00:00:00.000Z");
    expect(over([line({ period: "month", spent_usd: 1 })])).toContain("on the first of the month");
  });
});

describe("what an agent itself allows", () => {
  const allowance = { messages_per_day: 3, spend_per_day_usd: 0.5, spend_per_month_usd: 4 };
  const payer = { ...PAYER, allowance };
  const left = (messages: number, unseen: Spend[] = [], read_at = NOON) =>
    overMessages({ sheet: { read_at, lines: [], messages }, payer, unseen }, NOON);

  test("is a budget of its own by day and month", () => {
    expect(ownBudgets(payer)).toEqual([
      { scope: "agent", key: "scholar", period: "day", limit_usd: 0.5 },
      { scope: "agent", key: "scholar", period: "month", limit_usd: 4 },
    ]);
    expect(ownBudgets(PAYER)).toEqual([]);
  });

  test("is so many messages of one payer a day", () => {
    expect(left(2)).toBeUndefined();
    expect(left(3)).toBe(
      'The agent "scholar" answers 3 of your messages a day, and that limit is reached. It answers again after midnight UTC; its owner can raise the limit.',
    );
  });

  test("counts a turn once that the ledger has not seen, and nobody else's", () => {
    const calls = [spend(), spend({ id: "trn_1:2" }), spend({ id: "trn_2:1", owner: "otto" })];
    expect(left(1, calls)).toBeUndefined();
    expect(left(2, calls)).toContain("answers 3");
  });

  test("forgets yesterday's", () => {
    expect(left(3, [], beginningOf("day", NOON) - 1)).toBeUndefined();
  });
});

describe("the meter", () => {
  test("counts a spend once, however often it is noted", () => {
    const meter = new SpendMeter();
    meter.note(spend());
    meter.note(spend());
    expect(meter.unseenSince(NOON)).toHaveLength(1);
  });

  test("leaves out what was in the ledger before the sum was read", () => {
    const meter = new SpendMeter();
    meter.note(spend());
    meter.recorded(["trn_1:1"], NOON + 10);
    expect(meter.unseenSince(NOON + 11)).toEqual([]);
    expect(meter.unseenSince(NOON + 10)).toHaveLength(1);
  });

  test("forgets what it never heard to be in the ledger: another life of the conversation has written it", () => {
    const meter = new SpendMeter();
    meter.note(spend());
    meter.recorded([], NOON + 3_000_000);
    expect(meter.unseenSince(NOON)).toHaveLength(1);
    meter.recorded([], NOON + 4_000_000);
    expect(meter.unseenSince(NOON)).toEqual([]);
  });

  test("forgets what is long in the ledger", () => {
    const meter = new SpendMeter();
    meter.note(spend());
    meter.recorded(["trn_1:1"], NOON);
    meter.recorded([], NOON + 200_000);
    expect(meter.unseenSince(0)).toEqual([]);
  });
});
