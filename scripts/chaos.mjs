#!/usr/bin/env node
/** `npm run chaos`: see test/chaos/main.ts, which needs a Node that runs TypeScript. */
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { packagedNode, ROOT } from "./start/paths.mjs";

const args = process.argv.slice(2);
try {
  ensureInstalled();
  if (args.includes("--process")) await ensureWebBuilt();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const child = spawn(packagedNode(), ["--no-warnings", path.join(ROOT, "test/chaos/main.ts"), ...args], {
  cwd: ROOT,
  stdio: "inherit",
});
// The child ends by itself and cleans up what it started; a Ctrl-C has reached it already.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code) => process.exit(code ?? 1));
