/**
 * Upgrades every kept state to today's code, killing the start again and again, and compares what is there in the end with
 * the same upgrade that nothing disturbed: `npm run bench:upgrades [-- --kills 20] [-- --only 0.2.0]`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ROOT } from "../../scripts/start/paths.mjs";
import { snapshotsIn, snapshotsOf } from "../../scripts/start/snapshots/take.mjs";
import { Instance } from "../targets/instance.ts";
import { KEPT, unpack } from "./folder.ts";
import { commonShape, missing, type Rows, rowsOf, type Shapes, shapeOf } from "./rows.ts";

/** The last kill comes up to so long after a start that nothing disturbs would be up: its conversations are at work then. */
const BEYOND = 1.4;

interface Upgrade {
  /** Kills by the last thing that the start had said. */
  phases: Map<string, number>;
  rows: number;
  lost: string[];
  /** Tables that have fewer rows than after the upgrade without kills. */
  fewer: string[];
  hasWayBack: boolean;
}

async function upgrade(name: string, root: string, kills: number): Promise<Upgrade> {
  const [before, whole, killed] = ["before", "whole", "killed"].map((each) => path.join(root, name, each));
  if (!before || !whole || !killed) throw new Error("no folder");
  for (const folder of [before, whole, killed]) unpack(name, folder);
  const startMs = await goOn(whole);
  const phases = new Map<string, number>();
  for (let kill = 1; kill <= kills; kill += 1) {
    // The first ones come soon: once a start has migrated the state, none migrates it again.
    const phase = await startAndKill(killed, Math.random() * startMs * BEYOND * (kill / kills));
    phases.set(phase, (phases.get(phase) ?? 0) + 1);
  }
  await goOn(killed);
  const shapes = commonShape(shapeOf(before), shapeOf(whole));
  return { phases, ...compared([before, whole, killed], shapes), hasWayBack: hasWayBack(before, killed) };
}

/** Starts it, says something in every conversation, and stops it. Returns how long the start took, in ms. */
async function goOn(stateDir: string): Promise<number> {
  const began = Date.now();
  const instance = await Instance.start(stateDir);
  try {
    await instance.ready();
    const startMs = Date.now() - began;
    for (const id of await instance.settled())
      await instance.call("POST", "/chat", { conversation_id: id, message: "And after the upgrade?" });
    await instance.settled();
    return startMs;
  } finally {
    await instance.stop();
  }
}

/** Returns the last line that the start had said. */
async function startAndKill(stateDir: string, afterMs: number): Promise<string> {
  const instance = await Instance.start(stateDir);
  await pause(afterMs);
  await instance.kill();
  const lines = instance.output.split("\n").filter((line) => line.trim() !== "");
  if (lines.some((line) => line.includes("/signin/"))) return "up";
  return lines.at(-1)?.trim() ?? "nothing yet";
}

function compared(
  [before, whole, killed]: string[],
  shapes: Shapes,
): Pick<Upgrade, "rows" | "lost" | "fewer"> {
  const read = (folder = "") => rowsOf(folder, shapes);
  const [old, reference, found] = [read(before), read(whole), read(killed)];
  const changed = new Set(missing(old, reference));
  const stays: Rows = {
    counts: old.counts,
    digests: new Map([...old.digests].filter(([digest]) => !changed.has(digest))),
  };
  const fewer = [...reference.counts].filter(([table, count]) => (found.counts.get(table) ?? 0) < count);
  return {
    rows: stays.digests.size,
    lost: missing(stays, found),
    fewer: fewer.map(([table, count]) => `${table} ${found.counts.get(table) ?? 0} of ${count}`),
  };
}

/** Whether the copy that `nightjar rollback` would bring back is the state as it was. */
function hasWayBack(before: string, killed: string): boolean {
  const newest = snapshotsOf(killed).at(-1);
  if (newest === undefined) return false;
  const shapes = shapeOf(before);
  const [old, copy] = [rowsOf(before, shapes), rowsOf(path.join(snapshotsIn(killed), newest), shapes)];
  return missing(old, copy).length === 0 && missing(copy, old).length === 0;
}

const { values } = parseArgs({ options: { kills: { type: "string" }, only: { type: "string" } } });
const kills = Number(values.kills ?? 20);
// What a start builds is no part of an upgrade's time.
execFileSync(process.execPath, [path.join(ROOT, "scripts/start.mjs"), "--build"], { stdio: "ignore" });
const root = mkdtempSync(path.join(tmpdir(), "nightjar-upgrades-"));
let failures = 0;
try {
  for (const name of KEPT.filter((each) => values.only === undefined || each === values.only)) {
    const { phases, rows, lost, fewer, hasWayBack: isKept } = await upgrade(name, root, kills);
    if (lost.length > 0 || fewer.length > 0 || !isKept) failures += 1;
    const when = [...phases].map(([phase, count]) => `${count} at "${phase}"`).join(", ");
    console.log(
      `${name}: ${kills} kills (${when}); ${rows} rows the same, lost: ${lost.join(", ") || "none"}, fewer: ${fewer.join(", ") || "none"}, way back: ${isKept ? "whole" : "MISSING"}`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
