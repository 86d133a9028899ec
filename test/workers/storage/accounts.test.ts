import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/providers/system-clock.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import type { D1AccountsOptions } from "../../../src/storage/d1/models/accounts.ts";
import { D1AccountStore } from "../../../src/storage/d1/models/accounts.ts";
import { AesSealer } from "../../../src/storage/d1/models/seal.ts";

const { DB } = env as unknown as { DB: D1Database };
const SECRET = "an-admin-token-of-this-instance";
const KEY = "sk-ant-a-key-that-must-not-be-read-1234";
const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

beforeEach(async () => {
  await DB.batch([DB.prepare("DELETE FROM accounts"), DB.prepare("DELETE FROM account_states")]);
});

/** A store as one isolate has it, with time that stands still until it is moved. */
function isolate(overrides: Partial<D1AccountsOptions> = {}) {
  const time = { now: 1_000_000 };
  const working: Promise<unknown>[] = [];
  const failures: string[] = [];
  const store = new D1AccountStore({
    db: openDatabase(DB),
    sealer: new AesSealer(SECRET, random),
    clock: { ...systemClock, now: () => time.now },
    background: (work) => void working.push(work),
    onFailure: (what) => void failures.push(what),
    ...overrides,
  });
  return { store, time, failures, settled: () => Promise.all(working) };
}

const MAIN = { id: "acc_main", provider: "anthropic", label: "Main", key: KEY, priority: 1 };

describe("an account that was added", () => {
  test("is there for calls at once, with its key", async () => {
    const { store } = isolate();
    await store.add(MAIN);
    expect(store.snapshot().accounts).toEqual([MAIN]);
  });

  test("is there for other isolates when they look next", async () => {
    await isolate().store.add(MAIN);
    const other = isolate();
    expect(other.store.snapshot().accounts).toEqual([]);
    await other.settled();
    expect(other.store.snapshot().accounts).toEqual([MAIN]);
  });

  test("is listed without its key, but for the end", async () => {
    const { store } = isolate();
    await store.add(MAIN);
    const listed = await store.list();
    expect(listed).toEqual([
      {
        id: "acc_main",
        provider: "anthropic",
        label: "Main",
        priority: 1,
        key_hint: "1234",
        readable: true,
        state: {},
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(KEY);
  });

  test("is nowhere in the database in the clear", async () => {
    await isolate().store.add(MAIN);
    const { results } = await DB.prepare("SELECT * FROM accounts").all();
    expect(JSON.stringify(results)).not.toContain("must-not-be-read");
  });

  test("cannot be read with another secret, and says that it must be entered again", async () => {
    await isolate().store.add(MAIN);
    const { store } = isolate({ sealer: new AesSealer("another-token-altogether", random) });
    await store.ready();
    expect(store.snapshot().accounts).toEqual([]);
    expect(await store.list()).toMatchObject([{ id: "acc_main", readable: false }]);
  });

  test("cannot be read under another id", async () => {
    await isolate().store.add(MAIN);
    await DB.prepare("UPDATE accounts SET id = 'acc_other'").run();
    expect(await isolate().store.list()).toMatchObject([{ id: "acc_other", readable: false }]);
  });

  test("can be changed and removed", async () => {
    const { store } = isolate();
    await store.add(MAIN);
    expect(await store.update("acc_main", { label: "First", priority: 0 })).toBe(true);
    expect(store.snapshot().accounts).toEqual([{ ...MAIN, label: "First", priority: 0 }]);
    expect(await store.remove("acc_main")).toBe(true);
    expect(store.snapshot().accounts).toEqual([]);
    expect(await store.remove("acc_main")).toBe(false);
    expect(await store.update("acc_main", { label: "Gone" })).toBe(false);
  });
});

test("without a secret no key is taken, and the variable is named", async () => {
  const { store } = isolate({ sealer: undefined });
  await expect(store.add(MAIN)).rejects.toThrow(/SESSION_SECRET/);
});

describe("a state that was recorded", () => {
  test("is known here before it is in the database", () => {
    const { store } = isolate();
    store.record(MAIN, { cooling_until: 2_000_000 });
    expect(store.snapshot().states.get("acc_main")).toEqual({ cooling_until: 2_000_000 });
  });

  test("is known to other isolates when they look next", async () => {
    const first = isolate();
    first.store.record(MAIN, { disabled: { at: 1_000_000, reason: "The key was refused." } });
    await first.settled();
    const other = isolate();
    await other.store.ready();
    expect(other.store.snapshot().states.get("acc_main")).toEqual({
      disabled: { at: 1_000_000, reason: "The key was refused." },
    });
  });

  test("is not overwritten by one that is older", async () => {
    const late = isolate();
    const early = isolate();
    early.time.now = 900_000;
    late.store.record(MAIN, { cooling_until: 3_000_000 });
    await late.settled();
    early.store.record(MAIN, { cooling_until: 1 });
    await early.settled();
    const reader = isolate();
    await reader.store.ready();
    expect(reader.store.snapshot().states.get("acc_main")).toEqual({ cooling_until: 3_000_000 });
  });

  test("is over when the owner says so, for the settings' accounts too", async () => {
    const { store, settled } = isolate();
    store.record(
      { id: "settings_openai_x", provider: "openai" },
      { disabled: { at: 1, reason: "Refused." } },
    );
    await settled();
    await store.enable("settings_openai_x", "openai");
    expect(store.snapshot().states.get("settings_openai_x")).toEqual({});
  });

  test("is over when the account has a new key", async () => {
    const { store, settled, time } = isolate();
    await store.add(MAIN);
    store.record(MAIN, { disabled: { at: 1, reason: "Refused." } });
    await settled();
    time.now += 1;
    await store.update("acc_main", { key: "sk-ant-another-key-altogether" });
    expect(store.snapshot().states.get("acc_main")).toEqual({});
  });
});

describe("on the way to the first token", () => {
  test("D1 is asked once in ten seconds, behind the calls", async () => {
    const { store, time, settled } = isolate();
    await store.ready();
    await isolate().store.add(MAIN);
    expect(store.snapshot().accounts).toEqual([]);
    await settled();
    expect(store.snapshot().accounts).toEqual([]);
    time.now += 10_001;
    store.snapshot();
    await settled();
    expect(store.snapshot().accounts).toEqual([MAIN]);
  });

  test("a database that fails is reported, and what is known stays", async () => {
    const broken = {
      select: () => {
        throw new Error("D1 is away");
      },
    } as unknown as D1AccountsOptions["db"];
    const { store, failures } = isolate({ db: broken });
    await store.ready();
    expect(store.snapshot().accounts).toEqual([]);
    expect(failures).toEqual(["accounts were not read"]);
  });
});

describe("what accounts were billed", () => {
  const at = 1_000_000;

  /** How often the table was written to. */
  function counted() {
    const writes = { count: 0, fail: false };
    const prepare = (text: string) => {
      if (text.trimStart().startsWith("INSERT")) {
        writes.count += 1;
        if (writes.fail) throw new Error("the database is away");
      }
      return DB.prepare(text);
    };
    return { writes, db: openDatabase(Object.assign(Object.create(DB), { prepare })) };
  }

  test("calls of one moment are one write, and each is counted", async () => {
    const { db, writes } = counted();
    const { store, settled } = isolate({ db });
    store.recordSpend({ id: "acc_spent" }, { at, cost_usd: 0.5 });
    store.recordSpend({ id: "acc_spent" }, { at, cost_usd: null });
    store.recordSpend({ id: "acc_other" }, { at, cost_usd: 2 });
    await settled();
    expect(writes.count).toBe(1);
    store.recordSpend({ id: "acc_spent" }, { at, cost_usd: 0.25 });
    const spending = await store.spending();
    expect(spending.get("acc_spent")).toEqual({ calls: 3, unpriced_calls: 1, cost_usd: 0.75 });
    expect(spending.get("acc_other")).toEqual({ calls: 1, unpriced_calls: 0, cost_usd: 2 });
  });

  test("what could not be written is written with what comes next", async () => {
    const { db, writes } = counted();
    const { store, settled, failures } = isolate({ db });
    writes.fail = true;
    store.recordSpend({ id: "acc_failed" }, { at, cost_usd: 1 });
    await settled();
    expect(failures).toHaveLength(1);
    writes.fail = false;
    store.recordSpend({ id: "acc_failed" }, { at, cost_usd: 1 });
    await settled();
    expect((await store.spending()).get("acc_failed")).toMatchObject({ calls: 2, cost_usd: 2 });
  });
});
