#!/usr/bin/env node
/** `npm start`; with `--dev`, `npm run dev`; with `--build`, what comes before a start. Loads the rest only after it has checked that this Node can read it. */
import { problemOfNode } from "./start/node-version.mjs";

async function main() {
  const problem = problemOfNode(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  const { buildInstance, runInstance } = await import("./start/instance.mjs");
  const args = process.argv.slice(2);
  await (args.includes("--build") ? buildInstance() : runInstance(args));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
