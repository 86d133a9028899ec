/** A kept state as the folder of an instance: its database and its conversations where the runtime looks for them. */
import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { ROOT } from "../../scripts/start/paths.mjs";

const STATES = path.join(ROOT, "test/fixtures/states");
const CONVERSATIONS = "nightjar-Conversation";
const DATABASES = "miniflare-D1DatabaseObject";

export const KEPT: readonly string[] = readdirSync(STATES).sort();

/** Writes the state of that name into an empty folder. */
export function unpack(name: string, stateDir: string): void {
  const database = databaseFile(stateDir);
  mkdirSync(path.dirname(database), { recursive: true });
  writeFileSync(database, kept(name, "database.sqlite.gz"));
  const objects = conversationsFolder(stateDir);
  mkdirSync(objects, { recursive: true });
  const conversations: string[][] = JSON.parse(kept(name, "conversations.json.gz").toString());
  for (const statements of conversations) fill(statements, objects);
}

export function databaseFile(stateDir: string): string {
  return path.join(stateDir, "v3/d1", DATABASES, `${objectId(DATABASES, "DB")}.sqlite`);
}

export function conversationFiles(stateDir: string): string[] {
  const folder = conversationsFolder(stateDir);
  const names = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return names.map((name) => path.join(folder, name));
}

function conversationsFolder(stateDir: string): string {
  return path.join(stateDir, "v3/do", CONVERSATIONS);
}

function kept(name: string, file: string): Buffer {
  return gunzipSync(readFileSync(path.join(STATES, name, file)));
}

/** The file's name follows from the conversation's id, which stands in its rows. */
function fill(statements: readonly string[], folder: string): void {
  const made = new DatabaseSync(":memory:");
  made.exec(statements.join(";\n"));
  const values = Object.values(made.prepare("SELECT * FROM meta").get() ?? {});
  const id = values.map(String).find((value) => value.startsWith("cnv_")) ?? "";
  made.exec(`VACUUM INTO '${path.join(folder, `${objectId(CONVERSATIONS, id)}.sqlite`)}'`);
  made.close();
}

/** Id that the runtime gives an object of that name. */
function objectId(namespace: string, name: string): string {
  const key = createHash("sha256").update(namespace).digest();
  const first = half(key, Buffer.from(name));
  return Buffer.concat([first, half(key, first)]).toString("hex");
}

function half(key: Buffer, bytes: Buffer): Buffer {
  return createHmac("sha256", key).update(bytes).digest().subarray(0, 16);
}
