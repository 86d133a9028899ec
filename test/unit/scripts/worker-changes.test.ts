import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedOf, statesOf } from "../../../scripts/start/worker/changes.mjs";

let root = "";
const at = (file: string) => path.join(root, file);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "nightjar-"));
  mkdirSync(at("src/deep"), { recursive: true });
  for (const file of ["src/index.ts", "src/deep/part.ts", "lock.json"]) writeFileSync(at(file), "1");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("the sources of a running instance", () => {
  it.each<[string, string, () => void]>([
    ["grows", "src/deep/part.ts", () => appendFileSync(at("src/deep/part.ts"), "2")],
    ["is written again", "src/index.ts", () => utimesSync(at("src/index.ts"), 1, 1)],
    ["that was named itself grows", "lock.json", () => appendFileSync(at("lock.json"), "2")],
    ["is gone", "src/index.ts", () => rmSync(at("src/index.ts"))],
  ])("have changed when a file %s", (_what, file, change) => {
    const states = statesOf(root, ["src", "lock.json"]);
    expect(changedOf(states)).toBeUndefined();
    change();
    expect(changedOf(states)).toBe(at(file));
  });

  it("have not when a file is new: another has to change before it is imported", () => {
    const states = statesOf(root, ["src", "lock.json"]);
    writeFileSync(at("src/new.ts"), "1");
    expect(changedOf(states)).toBeUndefined();
  });
});
