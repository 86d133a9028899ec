import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VERSION } from "../../../../src/app/version.ts";

const read = (file: string) => readFileSync(file, "utf8");

describe("the version", () => {
  it("is the same in the package, its lock, the Worker and the changelog", () => {
    const [, newest] = /^## (\S+)/m.exec(read("CHANGELOG.md")) ?? [];
    const lock = JSON.parse(read("package-lock.json"));
    expect(JSON.parse(read("package.json")).version).toBe(VERSION);
    expect([lock.version, lock.packages[""].version, newest]).toEqual([VERSION, VERSION, VERSION]);
  });
});
