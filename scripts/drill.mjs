#!/usr/bin/env node
/** `npm run drill`: what a model that obeys every page can do on a whole instance, scenario by scenario, and the tasks of four worlds, as tables. */
import path from "node:path";
import { outputOf } from "./check/run.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { ROOT, toolNode, toolScript } from "./start/paths.mjs";

ensureInstalled();
const reporter = path.join(ROOT, "scripts/drill/reporter.mjs");
const projects = ["--project", "workers", "--project", "contract"];
const args = [
  "run",
  ...projects,
  "test/workers/drill",
  "test/contract/worlds",
  "--silent",
  "--reporter",
  reporter,
];
const { code, output } = await outputOf(toolNode(), [toolScript("vitest"), ...args]);
console.log(output.trim());
process.exit(code);
