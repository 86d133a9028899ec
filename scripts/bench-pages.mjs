#!/usr/bin/env node
/** `npm run bench:pages [-- FOLDER... [--most 60] [--worst 5]]`: see bench/pages/run.ts. */
import { runBench } from "./bench/run-bench.mjs";

await runBench("bench/pages/run.ts");
