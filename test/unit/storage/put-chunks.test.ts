import { expect, it } from "vitest";
import type { ChunkDraft } from "../../../src/memory/ports/model.ts";
import { putStatements } from "../../../src/storage/d1/passages/put-chunks.ts";

/** D1 takes no value above this. */
const MOST_BYTES = 2_000_000;

function draft(at: number, text: string): ChunkDraft {
  const of = { owner: "psn_ann", scope: "person" as const, kind: "file" as const, source: "notes.md" };
  const said = { session: "notes.md", speaker: "", role: "" as const, agent: "" };
  return { ...of, ...said, key: `notes.md:${at}`, text, trust: "trusted" };
}

function bound(drafts: readonly ChunkDraft[]): string[] {
  const values: string[] = [];
  const db = { prepare: () => ({ bind: (json: string) => values.push(json) }) } as unknown as D1Database;
  putStatements(db, drafts, 0);
  return values;
}

it("passages of the longest words there are stay below what a value may have, and none is left out", () => {
  const text = Array.from({ length: 1_800 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join("");
  const values = bound(Array.from({ length: 120 }, (_, at) => draft(at, text)));
  for (const json of values) expect(new TextEncoder().encode(json).byteLength).toBeLessThan(MOST_BYTES);
  const keys = values.flatMap((json) => (JSON.parse(json) as { key: string }[]).map(({ key }) => key));
  // Each is bound twice: once for its partition, and once for itself.
  expect(keys).toHaveLength(240);
  expect(new Set(keys).size).toBe(120);
});

it("short passages go 250 in a statement", () => {
  expect(bound(Array.from({ length: 250 }, (_, at) => draft(at, "The key is under the mat.")))).toHaveLength(
    2,
  );
});
