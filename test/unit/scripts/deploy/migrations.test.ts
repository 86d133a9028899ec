import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unsafeTriggers } from "../../../../scripts/check/triggers.mjs";
import { migrate } from "../../../../scripts/deploy/migrations.mjs";
import { FakeCloudflare } from "../../../support/cloudflare/api.ts";
import { standIn } from "../../../support/cloudflare/stand-in.ts";

const TABLE = "CREATE TABLE a (n INTEGER);\r\n";
const CONFIG = "wrangler.toml";
const TRIGGER = "CREATE TRIGGER a_made AFTER INSERT ON a BEGIN\n  DELETE FROM a;\nEND;\n";

let cloudflare: FakeCloudflare;
let folder: string;
beforeEach(async () => {
  cloudflare = await FakeCloudflare.start();
  cloudflare.d1.make("nightjar");
  folder = mkdtempSync(path.join(tmpdir(), "nightjar-migrations-test-"));
  writeFileSync(path.join(folder, "0000_table.sql"), TABLE);
  writeFileSync(path.join(folder, "0001_trigger.sql"), TRIGGER);
});
afterEach(() => {
  cloudflare.close();
  rmSync(folder, { recursive: true });
});

describe("migrations of the deployed database", () => {
  it("with a trigger go as one import, and are noted as wrangler notes them", async () => {
    const { wrangler, calls } = standIn(cloudflare);
    expect(await migrate(wrangler, { binding: "DB", folder, config: CONFIG, applied: new Set() })).toBe(2);
    expect(calls).toEqual(["d1 execute DB --remote --yes --config wrangler.toml --file"]);
    const { sqlite } = cloudflare.d1;
    const names = (sql: string) =>
      sqlite
        .prepare(sql)
        .all()
        .map(({ name }) => name);
    expect(names("SELECT name FROM d1_migrations")).toEqual(["0000_table.sql", "0001_trigger.sql"]);
    expect(names("SELECT name FROM sqlite_master WHERE type = 'trigger'")).toEqual(["a_made"]);
  });

  it("without a trigger go by wrangler's own command", async () => {
    const { wrangler, calls } = standIn(cloudflare);
    rmSync(path.join(folder, "0001_trigger.sql"));
    expect(await migrate(wrangler, { binding: "DB", folder, config: CONFIG, applied: new Set() })).toBe(1);
    expect(calls).toEqual(["d1 migrations apply DB --remote --config wrangler.toml"]);
  });

  it("are left alone when all are there", async () => {
    const { wrangler, calls } = standIn(cloudflare);
    const applied = new Set(["0000_table.sql", "0001_trigger.sql"]);
    expect(await migrate(wrangler, { binding: "DB", folder, config: CONFIG, applied })).toBe(0);
    expect(calls).toEqual([]);
  });
});

describe("a trigger in a new migration", () => {
  const safe = "CREATE TRIGGER a_made AFTER INSERT ON a BEGIN DELETE FROM a WHERE n = new.n; END;\n";

  it("is on one line with one statement", () => {
    expect(unsafeTriggers(safe)).toEqual([]);
    expect(unsafeTriggers(`${TABLE.trim()}\n--> statement-breakpoint\n${safe}`)).toEqual([]);
  });

  it.each([
    ["over several lines", TRIGGER],
    ["with several statements", safe.replace("; END", "; DELETE FROM b; END")],
    ["in lower case", safe.replace("BEGIN", "begin")],
    ["with a CASE of its own END", safe.replace("new.n", "CASE new.n WHEN 1 THEN 1 ELSE 2 END")],
    ["that is not ended", safe.replace(" END;", "")],
  ])("%s is refused", (_how, sql) => {
    expect(unsafeTriggers(sql)).toEqual(["a_made"]);
  });
});
