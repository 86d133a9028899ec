import { spawn } from "node:child_process";
import { expect, it, vi } from "vitest";
import {
  below,
  descendants,
  isAlive,
  processesWith,
  signalAll,
  whenGone,
} from "../../../scripts/start/process-tree.mjs";

it("finds children of children, whatever the order they are listed in", () => {
  const all = [
    { pid: 4, parent: 3 },
    { pid: 3, parent: 2 },
    { pid: 2, parent: 1 },
    { pid: 9, parent: 8 },
  ];
  expect(below(2, all).sort()).toEqual([3, 4]);
});

it("signals processes alone: never a group, or everybody, for one that was not started", () => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  signalAll([-1, 0, 1, 77_777], "SIGTERM");
  expect(kill.mock.calls).toEqual([[77_777, "SIGTERM"]]);
  kill.mockRestore();
});

it("sees, marks and ends a real process", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"], {
    env: { NIGHTJAR_TREE_TEST: "yes" },
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const pid = Number(child.pid);
  expect(descendants(process.pid)).toContain(pid);
  expect(processesWith("NIGHTJAR_TREE_TEST", "yes")).toEqual([pid]);
  expect(isAlive(pid)).toBe(true);
  signalAll([pid], "SIGKILL");
  expect(await whenGone([pid], 5000)).toEqual([]);
});
