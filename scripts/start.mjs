#!/usr/bin/env node
/** `npm start`; with `--dev`, `npm run dev`. Loads the rest only after it has checked that this Node can read it. */
import { problemOfNode } from "./start/node-version.mjs";

async function main() {
  const problem = problemOfNode(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  const { runInstance } = await import("./start/instance.mjs");
  await runInstance(process.argv.slice(2));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
