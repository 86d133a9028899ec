#!/usr/bin/env node
/** `npm run check`: format, lint, layering, types, dead code and size. */
import { checks } from "./check/checks.mjs";
import { runChecks } from "./check/report.mjs";
import { ensureInstalled } from "./start/install.mjs";

ensureInstalled();
process.exit((await runChecks(checks)) ? 0 : 1);
