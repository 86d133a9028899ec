/** What stands in the way of a start is told with what to do about it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureVars } from "../../../scripts/start/dev-vars.mjs";
import { problemOfNode } from "../../../scripts/start/node-version.mjs";
import { requireFreePort } from "../../../scripts/start/port.mjs";
import { readSettings } from "../../../scripts/start/settings.mjs";
import { lockState } from "../../../scripts/start/state-lock.mjs";

let home = "";
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "nightjar-first-"));
});
afterAll(() => rmSync(home, { recursive: true }));

const file = (name: string, text: string) => {
  const full = path.join(home, name);
  writeFileSync(full, text);
  return full;
};

describe("a Node", () => {
  it.each(["16.20.2", "18.20.8", "20.0.0", "20.19.9"])(
    "%s is refused with the version that is needed",
    (version) => {
      expect(problemOfNode(version)).toMatch(`needs Node 20.20 or newer, and this is ${version}`);
    },
  );

  it.each(["20.20.0", "22.1.0", "24.0.0", "101.0.0"])("%s will do", (version) => {
    expect(problemOfNode(version)).toBeUndefined();
  });
});

describe("a state folder", () => {
  it.each([
    ["that is a file", "plain", /plain is a file, not a folder\. Choose .* STATE_DIR=/],
    ["below a file", "plain/state", /state lies below a file\. Choose .* STATE_DIR=/],
  ])("%s is refused by its name", async (_what, name, problem) => {
    file("plain", "");
    const settings = readSettings({ STATE_DIR: path.join(home, name) });
    await expect(lockState(settings)).rejects.toThrow(problem);
  });

  it.runIf(process.platform === "linux")(
    "where none can be made is refused, and not tried for ever",
    async () => {
      const settings = readSettings({ STATE_DIR: "/proc/nightjar/state" });
      await expect(lockState(settings)).rejects.toThrow(/state lies where no folder can be made|may not be/);
    },
  );

  it("is made with the folders above it", async () => {
    const stateDir = path.join(home, "some/where/state");
    const unlock = await lockState(readSettings({ STATE_DIR: stateDir }));
    expect(existsSync(path.join(stateDir, "nightjar.lock"))).toBe(true);
    unlock();
  });

  it("of a start that was killed waits for the port that dying processes still hold", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const stateDir = path.join(home, "killed");
    const settings = readSettings({ STATE_DIR: stateDir, PORT: String(port) });
    mkdirSync(stateDir);
    // No process has a number that high.
    file("killed/nightjar.lock", JSON.stringify({ pid: 2 ** 30, url: "http://127.0.0.1" }));
    const asked = vi.spyOn(globalThis, "setTimeout");
    const locked = lockState(settings);
    await vi.waitUntil(() => asked.mock.calls.length > 0, { timeout: 30_000 });
    await expect(requireFreePort(settings)).rejects.toThrow("already in use");
    taken.close();
    (await locked)();
    await requireFreePort(settings);
    asked.mockRestore();
  });
});

describe("a settings file", () => {
  it("that is a folder is refused by its name", () => {
    expect(() => ensureVars(home)).toThrow(`${home} is a folder. Move it away`);
  });

  it("in a folder that is not there is refused by its name", () => {
    expect(() => ensureVars(path.join(home, "nowhere/vars"))).toThrow(/vars can't be made.*VARS_FILE/);
  });

  it("that lacks something is appended to, and its own bytes stay, whatever their encoding", () => {
    const full = file("latin", "");
    const own = Buffer.concat([Buffer.from("# caf"), Buffer.from([0xe9]), Buffer.from("\n")]);
    writeFileSync(full, own);
    expect(Object.keys(ensureVars(full))).toEqual(["ADMIN_TOKEN", "SESSION_SECRET"]);
    expect(readFileSync(full).subarray(0, own.length).equals(own)).toBe(true);
  });

  it("with lines that mean nothing starts, and says which they are, not what they hold", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const text = 'ADMIN_TOKEN=token-of-sixteen\nsecret words\nSESSION_SECRET="not closed\n<<<<<<<\n';
    expect(ensureVars(file("vars", text))).toMatchObject({ ADMIN_TOKEN: "token-of-sixteen" });
    expect(warn.mock.calls).toEqual([
      ["Line 2, and 2 more, of vars can't be read as NAME=value. Quotes have to be closed."],
    ]);
    warn.mockRestore();
  });
});
