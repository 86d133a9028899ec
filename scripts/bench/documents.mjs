#!/usr/bin/env node
/** `npm run bench:documents [-- --held-out] [-- FOLDER...]`: see bench/documents/run.ts. */
import { runBench } from "./run-bench.mjs";

await runBench("bench/documents/run.ts");
