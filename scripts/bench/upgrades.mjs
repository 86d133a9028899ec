#!/usr/bin/env node
/** `npm run bench:upgrades [-- --kills 20] [-- --only 0.2.0]`: see bench/upgrades/run.ts. */
import { runBench } from "./run-bench.mjs";

await runBench("bench/upgrades/run.ts");
