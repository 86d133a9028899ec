/** The copy of the state before an update, and the way back to it. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireKnown } from "../../../../scripts/start/migrations/ensure.mjs";
import { noteForms } from "../../../../scripts/start/snapshots/forms.mjs";
import { finishRollback } from "../../../../scripts/start/snapshots/rollback.mjs";
import { ensureSnapshot, snapshotsOf, takeSnapshot } from "../../../../scripts/start/snapshots/take.mjs";

const D1 = "v3/d1/miniflare-D1DatabaseObject";
const R2 = "v3/r2/miniflare-R2BucketObject";
let home = "";
let state = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "nightjar-snapshots-"));
  state = path.join(home, "state");
  mkdirSync(path.join(state, D1), { recursive: true });
  database((db) => {
    db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
    db.exec("CREATE TABLE conversations (id TEXT, title TEXT, owner TEXT, updated_at INTEGER)");
    db.exec("INSERT INTO d1_migrations (name) VALUES ('0000_core.sql')");
    db.exec("INSERT INTO conversations VALUES ('cnv_1', 'Before', 'psn_1', 1)");
  });
});
afterEach(() => rmSync(home, { recursive: true }));

function database(use: (db: DatabaseSync) => void, folder = path.join(state, D1)): void {
  const db = new DatabaseSync(path.join(folder, "main.sqlite"));
  use(db);
  db.close();
}

function titles(): unknown[] {
  let found: unknown[] = [];
  database((db) => {
    found = db
      .prepare("SELECT title FROM conversations ORDER BY id")
      .all()
      .map(({ title }) => title);
  });
  return found;
}

const older = () =>
  writeFileSync(path.join(state, "nightjar.forms.json"), '{"forms":"old","version":"0.0.9"}');

function rollback(...args: string[]) {
  const env = { ...process.env, STATE_DIR: state, PORT: "47999" };
  return spawnSync(process.execPath, ["scripts/rollback.mjs", ...args], { env, encoding: "utf8" });
}

test("a state in other forms is copied once before it is opened, one in these forms never", () => {
  older();
  const said: string[] = [];
  const folder = ensureSnapshot(state, (line) => said.push(line)) ?? "";
  expect(existsSync(path.join(folder, D1, "main.sqlite"))).toBe(true);
  expect(said).toEqual(["Copying the state before the update ..."]);
  noteForms(state);
  expect(ensureSnapshot(state)).toBeUndefined();
  expect(ensureSnapshot(path.join(home, "nothing"))).toBeUndefined();
});

test("three copies stay, and what a broken one left goes", () => {
  const kept = [1, 2, 3].map(() => path.basename(takeSnapshot(state, {})));
  mkdirSync(path.join(path.join(state, "snapshots"), ".2026-01-01.part"));
  older();
  ensureSnapshot(state, () => {});
  const left = snapshotsOf(state);
  expect(left).toHaveLength(3);
  expect(left.slice(0, 2)).toEqual(kept.slice(1));
  expect(readdirSync(path.join(state, "snapshots"))).toEqual(left);
});

test("a way back that was killed between its two steps is ended by the next start", () => {
  renameSync(path.join(state, "v3"), path.join(state, "v3.part"));
  finishRollback(state);
  expect(titles()).toEqual(["Before"]);
  mkdirSync(path.join(state, "v3.part"));
  finishRollback(state);
  expect(titles()).toEqual(["Before"]);
});

test("a copy that can't be read stops the update before anything is changed", () => {
  writeFileSync(
    path.join(state, D1, "main.sqlite"),
    "no database at all, though it is long enough to be one",
  );
  older();
  expect(() => ensureSnapshot(state, () => {})).toThrow(
    /can't be read, so nothing was changed[\s\S]*main\.sqlite/,
  );
  expect(snapshotsOf(state)).toEqual([]);
});

test("the way back brings the state of then, lists what came since with its records, and keeps the present one", () => {
  older();
  ensureSnapshot(state, () => {});
  database((db) =>
    db.exec(`INSERT INTO conversations VALUES ('cnv_2', 'After', 'psn_1', ${Date.now() + 1})`),
  );
  mkdirSync(path.join(state, R2), { recursive: true });
  mkdirSync(path.join(state, "v3/r2/nightjar/blobs"), { recursive: true });
  database(
    (db) => {
      db.exec("CREATE TABLE _mf_objects (key TEXT, blob_id TEXT, uploaded INTEGER)");
      db.exec(`INSERT INTO _mf_objects VALUES ('trail/cnv_2/2026-11-27/1.jsonl', 'b1', ${Date.now() + 1})`);
    },
    path.join(state, R2),
  );
  writeFileSync(path.join(state, "v3/r2/nightjar/blobs/b1"), '{"type":"message"}');

  const { status, stdout, stderr } = rollback();
  expect([status, stderr]).toEqual([0, ""]);
  expect(titles()).toEqual(["Before"]);
  expect(stdout).toContain("written by Nightjar 0.0.9");
  expect(stdout).toContain("1 conversations had changed");
  const beside = readdirSync(path.join(state, "snapshots"));
  const since = path.join(
    path.join(state, "snapshots"),
    beside.find((name) => name.startsWith("since-")) ?? "",
  );
  expect(readFileSync(path.join(since, "conversations.json"), "utf8")).toContain("After");
  expect(readFileSync(path.join(since, "trail/cnv_2/2026-11-27/1.jsonl"), "utf8")).toBe('{"type":"message"}');
  expect(beside.some((name) => name.startsWith("replaced-"))).toBe(true);
  expect(readFileSync(path.join(state, "nightjar.forms.json"), "utf8")).toContain("0.0.9");
});

test("without a copy it says so, and changes nothing", () => {
  const { status, stderr } = rollback();
  expect([status, stderr]).toEqual([1, expect.stringContaining("There are: none")]);
  expect(titles()).toEqual(["Before"]);
});

test("a database with a migration that this code does not know is refused by its name", () => {
  expect(() => requireKnown(state)).not.toThrow();
  database((db) => db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"));
  expect(() => requireKnown(state)).toThrow(/newer Nightjar \(9999_later\.sql\)[\s\S]*nightjar rollback/);
});
