/** `npm run bench:research [-- --kills 60]`: runs of research that are killed again and again. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../scripts/start/paths.mjs";
import { median } from "../statistics.ts";
import { measureKills } from "./kills.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "60" } } });
// What a start builds is no part of a run's time.
execFileSync(process.execPath, [path.join(ROOT, "scripts/start.mjs"), "--build"], { stdio: "ignore" });
const { steps, waits, paidTwice, ...figures } = await measureKills(Number(values.kills));
for (const [step, count] of [...steps].toSorted()) console.log(`${count} kills: ${step}`);
console.log(JSON.stringify(figures));
console.log(`Next call after readiness: ${median(waits)} ms, at most ${Math.max(...waits)} ms`);
console.log(`Paid twice: ${paidTwice.join("; ") || "nothing"}`);
const { runs, reports, equal } = figures;
process.exit(reports === runs && equal === runs && paidTwice.length === 0 ? 0 : 1);
