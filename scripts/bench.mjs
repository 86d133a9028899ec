#!/usr/bin/env node
/** `npm run bench`: see bench/run.ts. */
import { runBench } from "./bench/run-bench.mjs";

await runBench("bench/run.ts");
