/**
 * `npm run bench`: Nightjar beside the floor, in one sitting, on one disk. `--quick` takes a minute and is rough;
 * `--tracing` leaves the local runtime's tracing on for both; `--long` measures nothing but memory over a quarter of an hour,
 * `--streams` nothing but many answers at once.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { CACHE, ROOT } from "../scripts/start/paths.mjs";
import { fsyncTime } from "./disk.ts";
import { startModel } from "./mock/start-model.ts";
import { runAll, runLong, runStreams } from "./plan.ts";
import { report, type Setting } from "./report.ts";
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
  const lines = await run(sitting);
  const text = report(setting, lines);
  const results = path.join(ROOT, "bench/results");
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${setting.when.replace(/[:.]/g, "-")}.md`);
  writeFileSync(file, text);
  console.log(`\n${text}\n${path.relative(ROOT, file)}`);
} finally {
  model.stop();
  rmSync(work, { recursive: true, force: true });
}

function runOf(flags: string[]) {
  if (flags.includes("--long")) return runLong;
  return flags.includes("--streams") ? runStreams : runAll;
}
