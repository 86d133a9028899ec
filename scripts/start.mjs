#!/usr/bin/env node
/** `npm start`. The rest is loaded once the Node is known to be one that can read it. */
import { problemOfNode } from "./start/node-version.mjs";

async function main() {
  const problem = problemOfNode(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  const { runInstance } = await import("./start/instance.mjs");
  await runInstance();
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
