/** States that earlier code left, as `scripts/test/keep-state.mjs` has kept them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

const STATES = new URL("../../fixtures/states/", import.meta.url);

export const DAYS: readonly string[] = readdirSync(STATES).sort();

const unpacked = (day: string, name: string) => gunzipSync(readFileSync(new URL(`${day}/${name}`, STATES)));

/** The D1 database of that day, in a file that is removed after the test. */
export function databaseOf(day: string): DatabaseSync {
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-state-"));
  const file = path.join(folder, "database.sqlite");
  writeFileSync(file, unpacked(day, "database.sqlite.gz"));
  const database = new DatabaseSync(file);
  // A test has no power cut.
  database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

/** Conversations of that day, each as the statements that make its object's tables and rows. The owner was the admin. */
export function conversationsOf(day: string, owner: string): string[][] {
  const found = JSON.parse(unpacked(day, "conversations.json.gz").toString()) as string[][];
  return found.map((statements) => statements.map((one) => one.replaceAll("'admin'", `'${owner}'`)));
}

/** Research runs of that day, each as the statements that make its object's tables and rows. */
export function researchOf(day: string): string[][] {
  if (!existsSync(new URL(`${day}/research.json.gz`, STATES))) return [];
  return JSON.parse(unpacked(day, "research.json.gz").toString()) as string[][];
}
