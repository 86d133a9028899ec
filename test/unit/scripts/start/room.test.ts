import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireRoom, roomWatcher } from "../../../../scripts/start/disk/room.mjs";

let state = "";
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), "nightjar-room-"));
});
afterEach(() => rmSync(state, { recursive: true }));

/** A disk with so many megabytes free, on which the folders of that ending may not be written. */
const disk = (free: number, shut = "nothing") => ({
  free: () => free * 1e6,
  isWritable: (folder: string) => !folder.endsWith(shut),
});

describe("before a start", () => {
  const start = (of: ReturnType<typeof disk>) => {
    const said: string[] = [];
    requireRoom(state, of, (line) => said.push(line));
    return said;
  };

  it("a disk with room is not talked about, and this machine's is asked as it is", () => {
    expect(start(disk(501))).toEqual([]);
    expect(() => requireRoom(state, undefined, () => {})).not.toThrow();
  });

  it("one with little room is warned of, and one with hardly any is refused", () => {
    expect(start(disk(300))).toEqual([expect.stringMatching(/nearly full: 300 MB are free\. Make room/)]);
    expect(() => start(disk(199))).toThrow(/199 MB free, and a start needs 200 MB.*STATE_DIR=/);
  });

  it("databases that another account has made are refused by name", () => {
    mkdirSync(path.join(state, "v3/d1"), { recursive: true });
    expect(() => start(disk(501, "d1"))).toThrow(/v3.d1 may not be written by this account/);
    expect(start(disk(501, "r2"))).toEqual([]);
  });
});

describe("while it runs", () => {
  it("says once that room is short, and once that it is over, with a distance between the two", () => {
    let free = 800;
    const said: string[] = [];
    const look = roomWatcher(state, { free: () => free * 1e6, isWritable: () => true });
    const looks = (...values: number[]) => {
      for (free of values) look((line) => said.push(line));
      return said.splice(0);
    };
    expect(looks(800, 501)).toEqual([]);
    expect(looks(499, 400, 510, 599)).toEqual([expect.stringContaining("nearly full: 499 MB")]);
    expect(looks(600, 800)).toEqual([expect.stringContaining("has room again: 600 MB")]);
    expect(looks(100)).toEqual([expect.stringContaining("nearly full: 100 MB")]);
  });

  it("says that the disk can no longer be written, and when it can", () => {
    let writable = false;
    const said: string[] = [];
    const look = roomWatcher(state, { free: () => 9e9, isWritable: () => writable });
    look((line) => said.push(line));
    look((line) => said.push(line));
    writable = true;
    look((line) => said.push(line));
    expect(said).toEqual([
      expect.stringContaining("can no longer be written"),
      expect.stringContaining("has room again"),
    ]);
  });
});
