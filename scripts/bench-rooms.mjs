#!/usr/bin/env node
/** `npm run bench:rooms -- [--messages 1000] [--visits 200]`: see bench/rooms/run.ts. */
import { runBench } from "./bench/run-bench.mjs";

await runBench("bench/rooms/run.ts");
