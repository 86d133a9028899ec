import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findingsHere, nodeVersion } from "../../../../src/cli/doctor/here.mjs";
import { compareMigrations } from "../../../../src/cli/doctor/migrations.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "nightjar-doctor-"));
  writeFileSync(path.join(root, "wrangler.toml"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

const look = (fix = false) => findingsHere({ fix, root, env: {} });
const settings = (text: string, mode = 0o600) => writeFileSync(path.join(root, ".dev.vars"), text, { mode });

test("Node that is too old is a problem", () => {
  expect(nodeVersion("20.19.9")).toMatchObject({
    state: "problem",
    mend: expect.stringContaining("Node 22"),
  });
  expect(nodeVersion("20.20.0").state).toBe("ok");
  expect(nodeVersion("24.1.0").state).toBe("ok");
});

test("a line of the settings file that can't be read is named by its number", () => {
  settings("ADMIN_TOKEN=x\nthis is no setting\n");
  expect(look()).toContainEqual(
    expect.objectContaining({
      check: "settings",
      state: "problem",
      detail: expect.stringContaining("Line 2"),
    }),
  );
});

test.skipIf(process.platform === "win32")(
  "a settings file that others can read is mended when it is asked for",
  () => {
    settings("ADMIN_TOKEN=x\n", 0o644);
    const about = (fix: boolean) => look(fix).find(({ check }) => check === "settings_private");
    expect(about(false)).toMatchObject({ state: "warning", mend: expect.stringContaining("chmod 600") });
    expect(about(true)).toMatchObject({ state: "ok" });
    expect(statSync(path.join(root, ".dev.vars")).mode & 0o777).toBe(0o600);
  },
);

test("outside a checkout only Node is checked, and a new one has no settings yet", () => {
  expect(look().find(({ check }) => check === "settings")).toMatchObject({ state: "off" });
  rmSync(path.join(root, "wrangler.toml"));
  expect(look().map(({ check }) => check)).toEqual(["node"]);
});

test("a database is compared with the migrations of the checkout", () => {
  const folder = path.join(root, "d1-migrations");
  mkdirSync(folder);
  for (const name of ["0000_a.sql", "0001_b.sql"]) writeFileSync(path.join(folder, name), "");
  const state = (...applied: string[]) => compareMigrations(applied, folder)[0];
  expect(state("0000_a.sql", "0001_b.sql")).toMatchObject({ state: "ok" });
  expect(state("0000_a.sql")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("0001_b.sql"),
  });
  expect(state("0000_a.sql", "0001_b.sql", "0002_c.sql")?.detail).toContain(
    "newer than this checkout (0002_c.sql)",
  );
  expect(compareMigrations([], path.join(root, "nothing"))).toEqual([]);
});
