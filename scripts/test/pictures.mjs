#!/usr/bin/env node
/** `npm run pictures`: makes the pictures of the documentation anew, see test/pictures/make.ts. */
import { runBench } from "../bench/run-bench.mjs";

await runBench("test/pictures/make.ts");
