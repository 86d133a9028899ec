#!/usr/bin/env node
/** `npm run bench:memory -- FILE`: see bench/memory/run.ts, which needs a Node that runs TypeScript. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { packagedNode, ROOT } from "./start/paths.mjs";

try {
  ensureInstalled();
  await ensureWebBuilt();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const args = ["--no-warnings", path.join(ROOT, "bench/memory/run.ts"), ...process.argv.slice(2)];
const { status } = spawnSync(packagedNode(), args, { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
