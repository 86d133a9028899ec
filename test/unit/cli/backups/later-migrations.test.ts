import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { mustOnlyAdd } from "../../../../src/cli/backups/later-migrations.mjs";

test("rows are taken over migrations that add, and refused over one that changes any, by its name", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-migrations-"));
  const put = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
  put("0001_first.sql", "UPDATE `rooms` SET `name` = '';");
  put(
    "0002_adds.sql",
    "-- A note.\nCREATE TABLE `a` (`b` text);\n--> statement-breakpoint\nALTER TABLE `rooms` ADD `look` text;",
  );
  const manifest = { version: "0.1.0", migrations: ["0001_first.sql"] };
  expect(() => mustOnlyAdd(manifest, folder)).not.toThrow();
  put("0003_moves.sql", "CREATE INDEX `c` ON `a` (`b`);--> statement-breakpoint\nDROP TABLE `rooms`;");
  expect(() => mustOnlyAdd(manifest, folder)).toThrow(/0003_moves\.sql.*Nightjar 0\.1\.0/);
  rmSync(folder, { recursive: true });
});
