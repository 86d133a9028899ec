#!/usr/bin/env node
/** `npm run bench:backups [-- --backups 20] [-- --bytes 1073741824]`: see bench/backups/run.ts. */
import { runBench } from "./run-bench.mjs";

await runBench("bench/backups/run.ts");
