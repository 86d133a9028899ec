/**
 * `npm run bench`: Nightjar beside the floor, in one sitting, on one disk. `--quick` takes a minute and is rough;
 * `--tracing` leaves the local runtime's tracing on for both; `--long` measures nothing but memory over a quarter of an hour,
 * `--streams` nothing but many answers at once, `--sustained` a minute of load; `--against <folder>` sets another checkout in the floor's place.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { CACHE, ROOT } from "../scripts/start/paths.mjs";
import { runAgainst } from "./against.ts";
import { fsyncTime } from "./disk.ts";
import { startModel } from "./mock/start-model.ts";
import { runAll, runLong, runStreams, runSustained } from "./plan.ts";
import { besideFloor, report, type Setting } from "./report.ts";
import type { Sitting } from "./sitting.ts";
import { toolVersions } from "./versions.ts";

const isQuick = process.argv.includes("--quick");
const tracing = process.argv.includes("--tracing");
const run = runOf(process.argv);

const work = path.join(CACHE, "bench");
rmSync(work, { recursive: true, force: true });
const setting: Setting = {
  when: new Date().toISOString(),
  fsyncMs: fsyncTime(work),
  tracing,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? "unknown",
  versions: toolVersions(),
};
console.log(`fsync ${setting.fsyncMs.toFixed(2)} ms`);
const model = await startModel();
try {
  const sitting = { work, modelUrl: model.url, tracing, isQuick };
  const text = report(setting, await run(sitting));
  const results = path.join(ROOT, "bench/results");
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${setting.when.replace(/[:.]/g, "-")}.md`);
  writeFileSync(file, text);
  console.log(`\n${text}\n${path.relative(ROOT, file)}`);
} finally {
  model.stop();
  rmSync(work, { recursive: true, force: true });
}

function runOf(flags: string[]): (sitting: Sitting) => Promise<string[]> {
  if (flags.includes("--against")) {
    const other = checkoutIn(flags[flags.indexOf("--against") + 1]);
    return (sitting) => runAgainst(sitting, other);
  }
  if (flags.includes("--long")) return async (sitting) => besideFloor(await runLong(sitting));
  if (flags.includes("--streams")) return async (sitting) => besideFloor(await runStreams(sitting));
  if (flags.includes("--sustained")) return async (sitting) => besideFloor(await runSustained(sitting));
  return async (sitting) => besideFloor(await runAll(sitting));
}

/** Throws when nothing of the kind is there: before a model is started, and not after a minute. */
function checkoutIn(folder: string | undefined): string {
  if (folder !== undefined && existsSync(path.join(folder, "scripts/start.mjs"))) return path.resolve(folder);
  throw new Error(
    `--against needs the folder of another checkout of Nightjar, and ${folder ?? "nothing"} is none.`,
  );
}
