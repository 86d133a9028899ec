#!/usr/bin/env node
/** `npm run bench:web -- [--turns 150] [--runs 3]`: see bench/web/run.ts. */
import { runBench } from "./bench/run-bench.mjs";

await runBench("bench/web/run.ts");
