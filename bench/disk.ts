/** How long this disk takes to make 4 KB durable: most of a turn's time on a slow one. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { median } from "./statistics.ts";

const APPENDS = 200;

/** Milliseconds of a 4 KB append with fsync, median, in the folder the instances write to. */
export function fsyncTime(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "fsync-probe");
  const handle = openSync(file, "w");
  const block = Buffer.alloc(4096, 1);
  const times = Array.from({ length: APPENDS }, () => {
    const began = performance.now();
    writeSync(handle, block);
    fsyncSync(handle);
    return performance.now() - began;
  });
  closeSync(handle);
  rmSync(file);
  return median(times);
}
