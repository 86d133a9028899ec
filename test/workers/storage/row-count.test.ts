import { beforeAll, describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../../src/storage/d1/memory/memory-storage.ts";
import { countRows, RECORD, RECORD_DIGITS, rowCountIn } from "../../../src/storage/d1/passages/row-count.ts";
import { createMachine, DB } from "../memory/machine.ts";

const { memory, owner } = createMachine();

beforeAll(async () => {
  const turn = (at: number) => ({
    id: `r${at}`,
    trust: "trusted" as const,
    conversation_id: "cnv_r",
    owner,
    speaker: "Ann",
    text: `The ${at % 2 ? "gannet" : "puffin"} dives ${at}`,
  });
  await memory.indexTurns(Array.from({ length: 300 }, (_, at) => turn(at)));
});

async function recorded(): Promise<number | undefined> {
  const digits = await DB.prepare(`SELECT ${RECORD_DIGITS} AS digits FROM ${RECORD}`).first<string>("digits");
  return rowCountIn(digits ?? "");
}

async function found(db = DB) {
  const { hits, frequencies } = await createMemoryStorage(db, () => `fgt_${crypto.randomUUID()}`).chunks.find(
    {
      owner,
      scopes: "all",
      words: [{ word: "gannet", stem: "gannet", near: [] }],
      rules: { most_matches: 400, rare_below: 0, near_worth: 0.5 },
      limit: 5,
      meter: { rows_read: 0 },
    },
  );
  return { scores: hits.map(({ score }) => score), total: frequencies.total };
}

describe("the number of passages", () => {
  test("is first in FTS5's record of averages, in SQLite's format 4 of that index", async () => {
    const version = await DB.prepare("SELECT v FROM chunks_fts_config WHERE k = 'version'").first("v");
    expect(version).toBe(4);
    expect(await recorded()).toBe(300);
    expect(await countRows(DB)).toBe(300);
  });

  test("is counted where the record cannot be read, and the search finds the same", async () => {
    const before = await found();
    expect(before).toEqual({ scores: expect.any(Array), total: 300 });
    expect(await found(withoutRecord)).toEqual(before);
  });

  test("is in no record whose number does not end", () => {
    expect(rowCountIn("822C0A")).toBe(300);
    expect(rowCountIn("FFFFFFFFFFFF")).toBeUndefined();
    expect(rowCountIn("")).toBeUndefined();
  });
});

/** This database as another SQLite build would show it, without its record. */
const withoutRecord = new Proxy(DB, {
  get(db, property) {
    if (property !== "prepare") return Reflect.get(db, property);
    return (query: string) =>
      db.prepare(query.replace("chunks_fts_data WHERE id = 1", "chunks_fts_data WHERE id = -1"));
  },
});
