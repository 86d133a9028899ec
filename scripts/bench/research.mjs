#!/usr/bin/env node
/** `npm run bench:research [-- --kills 60]`: see bench/research/run.ts. */
import { runBench } from "./run-bench.mjs";

await runBench("bench/research/run.ts");
