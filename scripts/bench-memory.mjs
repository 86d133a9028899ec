#!/usr/bin/env node
/** `npm run bench:memory -- FILE`: see bench/memory/run.ts. */
import { runBench } from "./bench/run-bench.mjs";

await runBench("bench/memory/run.ts");
