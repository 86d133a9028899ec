#!/usr/bin/env node
/** `npm run costs`: counts the operations of a turn and of an idle day anew, and accepts them in the record and in docs/costs.md. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { ROOT, toolNode, toolScript } from "../start/paths.mjs";
import { PAGE, RECORD, readCounted, withCounted } from "./table.mjs";

const run = ["run", "--project", "workers", "test/workers/costs/costs.test.ts"];
const { stdout, status } = spawnSync(toolNode(), [toolScript("vitest"), ...run], {
  cwd: ROOT,
  env: { ...process.env, ACCEPT_COSTS: "yes" },
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
const counted = /COUNTED (\{.*\})/.exec(stdout)?.[1];
if (status !== 0 || counted === undefined) {
  console.error(stdout);
  throw new Error("The operations were not counted: the test above failed.");
}
writeFileSync(RECORD, `${JSON.stringify(JSON.parse(counted), null, 2)}\n`);
writeFileSync(PAGE, withCounted(readFileSync(PAGE, "utf8"), readCounted()));
