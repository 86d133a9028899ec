#!/usr/bin/env node
/** `npm run landed`: records the new columns, tables and migrations. From then on they never change. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { compare } from "./check/landed/compare.mjs";
import { RECORD } from "./check/landed/landed.mjs";
import { landedNow } from "./check/landed/now.mjs";
import { textOf } from "./check/sources.mjs";
import { ROOT } from "./start/paths.mjs";

const now = await landedNow();
const { refused } = compare(JSON.parse(textOf(RECORD)), now);
if (refused.length > 0) {
  console.error(refused.join("\n"));
  process.exitCode = 1;
} else {
  writeFileSync(path.join(ROOT, RECORD), `${JSON.stringify(now, null, 2)}\n`);
}
