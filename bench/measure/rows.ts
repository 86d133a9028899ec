/**
 * Rows that a turn writes, counted by the databases themselves: while the server is down, each table gets triggers that
 * count. An inserted or deleted row counts once more for each index, as Cloudflare bills it; an update counts once.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { NightjarTarget } from "../targets/nightjar.ts";

export interface Rows {
  /** A turn, in the conversation's own database. */
  conversation: number;
  /** A turn, in D1. */
  d1: number;
}

const TURNS = 20;
/** After-work is written in batches, a second or two after the turns. */
const AFTER_WORK_MS = 6000;

export async function measureRows(target: NightjarTarget, plan: string): Promise<Rows> {
  await target.start();
  const id = await target.createConversation();
  await talk(target, id, [plan]);
  await target.stop();
  const objects = databasesIn(target.stateDir, "v3/do/nightjar-Conversation");
  const d1 = databasesIn(target.stateDir, "v3/d1/miniflare-D1DatabaseObject");
  for (const file of [...objects, ...d1]) startCounting(file);
  await target.start();
  await talk(target, id, Array(TURNS).fill(plan));
  await target.stop();
  return { conversation: counted(objects) / TURNS, d1: counted(d1) / TURNS };
}

async function talk(target: NightjarTarget, id: string, plans: readonly string[]): Promise<void> {
  const { session } = await target.connectTo(id);
  for (const plan of plans) await session.turn(plan);
  await session.close();
  await new Promise((resolve) => setTimeout(resolve, AFTER_WORK_MS));
}

function databasesIn(stateDir: string, folder: string): string[] {
  const full = path.join(stateDir, folder);
  if (!existsSync(full)) throw new Error(`no databases in ${folder}: the runtime keeps them elsewhere now`);
  const files = readdirSync(full).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return files.map((name) => path.join(full, name));
}

const COUNTER = "bench_rows";

function startCounting(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE ${COUNTER} (rows INTEGER NOT NULL)`);
  database.exec(`INSERT INTO ${COUNTER} VALUES (0)`);
  for (const table of tablesOf(database)) {
    const indexes = indexCount(database, table);
    addTrigger(database, table, { event: "INSERT", weight: 1 + indexes });
    addTrigger(database, table, { event: "DELETE", weight: 1 + indexes });
    addTrigger(database, table, { event: "UPDATE", weight: 1 });
  }
  database.close();
}

/** Full-text tables are virtual: their shadow tables are what is written, and SQLite allows no triggers there. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all();
  const virtual = rows
    .filter((row) => String(row["sql"]).startsWith("CREATE VIRTUAL"))
    .map((row) => String(row["name"]));
  return rows
    .map((row) => String(row["name"]))
    .filter((name) => !name.startsWith("sqlite_") && !name.startsWith("_") && name !== COUNTER)
    .filter((name) => !virtual.some((table) => name === table || name.startsWith(`${table}_`)));
}

function indexCount(database: DatabaseSync, table: string): number {
  return database.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?").all(table)
    .length;
}

function addTrigger(
  database: DatabaseSync,
  table: string,
  { event, weight }: { event: string; weight: number },
): void {
  database.exec(
    `CREATE TRIGGER "bench_${event}_${table}" AFTER ${event} ON "${table}" BEGIN UPDATE ${COUNTER} SET rows = rows + ${weight}; END`,
  );
}

function counted(files: string[]): number {
  return files.reduce((sum, file) => {
    const database = new DatabaseSync(file);
    const row = database.prepare(`SELECT rows FROM ${COUNTER}`).get();
    database.close();
    return sum + Number(row?.["rows"] ?? 0);
  }, 0);
}
