import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashOf } from "../../../scripts/start/build-web.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "nightjar-hash-"));
  mkdirSync(path.join(root, "web/chat"), { recursive: true });
  writeFileSync(path.join(root, "web/chat/a.ts"), "one");
  writeFileSync(path.join(root, "lock.json"), "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const now = () => hashOf(root, ["web", "lock.json"]);

it("stays when nothing changed, and ignores what was built and what a check left", () => {
  const before = now();
  for (const made of ["web/dist", "web/.svelte-check"]) {
    mkdirSync(path.join(root, made));
    writeFileSync(path.join(root, made, "index.html"), "built");
  }
  expect(now()).toBe(before);
});

it("changes with the bytes of a file, its name, and a file named in the list itself", () => {
  const seen = new Set([now()]);
  writeFileSync(path.join(root, "web/chat/a.ts"), "two");
  seen.add(now());
  writeFileSync(path.join(root, "web/chat/b.ts"), "");
  seen.add(now());
  writeFileSync(path.join(root, "lock.json"), "{ }");
  seen.add(now());
  expect(seen.size).toBe(4);
});
