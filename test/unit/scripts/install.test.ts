import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { missingPackages } from "../../../scripts/start/install.mjs";
import { ROOT } from "../../../scripts/start/paths.mjs";

const hono = { version: "4.0.0", integrity: "sha512-a" };

describe("what an install would change", () => {
  it("is nothing when each locked package is there", () => {
    expect(missingPackages({ "": {}, "node_modules/hono": hono }, { "node_modules/hono": hono })).toEqual([]);
  });

  // A package in the lock file that npm leaves out would have each start install all of them anew.
  it("is nothing once npm has installed this lock file", () => {
    const packagesIn = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")).packages;
    const installed = packagesIn("node_modules/.package-lock.json");
    expect(missingPackages(packagesIn("package-lock.json"), installed)).toEqual([]);
  });

  it("names a package that is absent, or of another version or content", () => {
    const locked = { "node_modules/a": hono, "node_modules/b": hono, "node_modules/c": hono };
    const installed = {
      "node_modules/b": { ...hono, version: "4.0.1" },
      "node_modules/c": { ...hono, integrity: "sha512-b" },
    };
    expect(missingPackages(locked, installed)).toEqual([
      "node_modules/a",
      "node_modules/b",
      "node_modules/c",
    ]);
  });

  it("leaves out the binaries of other platforms", () => {
    const locked = { "node_modules/x-darwin": { ...hono, optional: true } };
    expect(missingPackages(locked, {})).toEqual([]);
  });
});
