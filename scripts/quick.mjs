#!/usr/bin/env node
/**
 * `npm run quick`: the checks worth waiting for after each change. Format, lint, types, all unit tests, and the
 * contract tests that depend on files changed since the last commit.
 */
import { availableParallelism } from "node:os";
import { checks } from "./check/checks.mjs";
import { runChecks } from "./check/report.mjs";
import { run } from "./check/run.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { toolNode, toolScript } from "./start/paths.mjs";

ensureInstalled();

/** @param {string[]} args */
const vitest = (...args) => run(toolNode(), [toolScript("vitest"), "run", "--reporter", "minimal", ...args]);

const passed = await runChecks([
  // The longest first. By default vitest leaves a core to other programs, of which there are none once all else is
  // checked.
  {
    name: "unit tests",
    run: () => vitest("--project", "unit", "--maxWorkers", String(availableParallelism())),
  },
  ...checks.filter(({ name }) => name === "biome" || name.startsWith("types ")),
  {
    name: "contract tests of what has changed",
    run: () => vitest("--project", "contract", "--changed", "--passWithNoTests"),
  },
]);
process.exit(passed ? 0 : 1);
