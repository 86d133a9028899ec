import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInstance } from "../../../src/cli/connection/instance.mjs";

let home = "";
let inside = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "nightjar-home-"));
  inside = path.join(home, "a/b");
  mkdirSync(inside, { recursive: true });
  writeFileSync(path.join(home, ".dev.vars"), "ADMIN_TOKEN=from-file\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("which instance the command talks to", () => {
  it("is the one the environment names", () => {
    const env = { NIGHTJAR_URL: "https://bird.example/", NIGHTJAR_TOKEN: "key" };
    expect(findInstance(env, inside)).toEqual({ url: "https://bird.example", token: "key" });
  });

  it("is that of the nearest .dev.vars above, at the usual address", () => {
    expect(findInstance({}, inside)).toEqual({
      ...{ url: "http://127.0.0.1:8787", token: "from-file" },
      settings: path.join(home, ".dev.vars"),
    });
    expect(findInstance({ PORT: "9000" }, inside).url).toBe("http://127.0.0.1:9000");
  });

  it("is that of the settings file which npm start was told, as in a container", () => {
    const [file, state] = [path.join(home, "settings"), path.join(home, "state")];
    writeFileSync(file, "ADMIN_TOKEN=from-settings\n");
    mkdirSync(state);
    writeFileSync(path.join(state, "nightjar.lock"), JSON.stringify({ url: "http://127.0.0.1:9124" }));
    expect(findInstance({ VARS_FILE: file, STATE_DIR: state }, inside)).toEqual({
      ...{ url: "http://127.0.0.1:9124", token: "from-settings" },
      settings: file,
    });
    expect(findInstance({ VARS_FILE: path.join(home, "none") }, inside).token).toBe("from-file");
  });

  it("is found where npm start wrote that it listens", () => {
    mkdirSync(path.join(home, ".wrangler/state"), { recursive: true });
    const lock = path.join(home, ".wrangler/state/nightjar.lock");
    writeFileSync(lock, JSON.stringify({ pid: 1, url: "http://127.0.0.1:9123" }));
    expect(findInstance({}, inside).url).toBe("http://127.0.0.1:9123");
    writeFileSync(lock, "{");
    expect(findInstance({}, inside).url).toBe("http://127.0.0.1:8787");
  });

  it("is refused when its address or its token can't be", () => {
    expect(() => findInstance({ NIGHTJAR_URL: "bird" }, inside)).toThrow(/NIGHTJAR_URL is "bird"/);
    writeFileSync(path.join(home, ".dev.vars"), "ADMIN_TOKEN=\n");
    expect(() => findInstance({}, inside)).toThrow(/Set NIGHTJAR_TOKEN/);
  });
});
