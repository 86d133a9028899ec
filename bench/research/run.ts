/**
 * `npm run bench:research [-- --kills 60] [-- --runs 50]`: runs of research that are killed again and again, and many at
 * once. A number of 0 leaves that part out.
 */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../scripts/start/paths.mjs";
import { median } from "../statistics.ts";
import { measureCrowd } from "./crowd.ts";
import { measureKills } from "./kills.ts";

async function kills(count: number): Promise<boolean> {
  const { steps, waits, paidTwice, ...figures } = await measureKills(count);
  for (const [step, kills] of [...steps].toSorted()) console.log(`${kills} kills: ${step}`);
  console.log(JSON.stringify(figures));
  console.log(`Next call after readiness: ${median(waits)} ms, at most ${Math.max(...waits)} ms`);
  console.log(`Paid twice: ${paidTwice.join("; ") || "nothing"}`);
  const { runs, reports, equal } = figures;
  return reports === runs && equal === runs && paidTwice.length === 0;
}

async function crowd(count: number): Promise<boolean> {
  const { alone, crowd } = await measureCrowd(count);
  for (const round of [alone, crowd]) {
    const share = Math.round((100 * round.wall_ms) / round.serial_ms);
    console.log(`${JSON.stringify(round)}: ${share} % of its calls one after the other`);
  }
  return crowd.equal === crowd.runs && crowd.over === 0;
}

const options = {
  kills: { type: "string", default: "60" },
  runs: { type: "string", default: "50" },
} as const;
const { values } = parseArgs({ options });
// What a start builds is no part of a run's time.
execFileSync(process.execPath, [path.join(ROOT, "scripts/start.mjs"), "--build"], { stdio: "ignore" });
const parts = [
  { count: Number(values.kills), measure: kills },
  { count: Number(values.runs), measure: crowd },
];
let isWhole = true;
for (const { count, measure } of parts) if (count > 0 && !(await measure(count))) isWhole = false;
process.exit(isWhole ? 0 : 1);
