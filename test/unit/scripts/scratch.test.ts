import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openScratch } from "../../../scripts/test/scratch.mjs";

let inMemory: string;
beforeEach(() => {
  inMemory = mkdtempSync(path.join(tmpdir(), "nightjar-memory-"));
});
afterEach(() => rmSync(inMemory, { recursive: true }));

test("what suites write lies in memory where there is room", () => {
  expect(path.dirname(openScratch({ inMemory, room: 1 }))).toBe(inMemory);
});

test("it lies on the disk where memory has too little of it, or no folder", () => {
  const { bavail, bsize } = statfsSync(inMemory);
  const options = [
    { inMemory, room: bavail * bsize * 2 },
    { inMemory: path.join(inMemory, "none"), room: 1 },
  ];
  const folders = options.map(openScratch);
  expect(folders.map((folder) => path.dirname(folder))).toEqual([tmpdir(), tmpdir()]);
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test("what runs that were killed have left is removed, and no other run's", () => {
  const first = openScratch({ inMemory, room: 1 });
  const second = openScratch({ inMemory, room: 1 });
  expect([first, second].map(existsSync)).toEqual([true, true]);
  const tomorrow = Date.now() + 24 * 3_600_000;
  const third = openScratch({ inMemory, room: 1, now: tomorrow });
  expect([first, second, third].map(existsSync)).toEqual([false, false, true]);
});
