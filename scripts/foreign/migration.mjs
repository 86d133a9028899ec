#!/usr/bin/env node
/** `npm run migration -- --name WORDS`: drizzle-kit writes D1's next migration from the schema; `npm run landed` records it. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { packagedNode, ROOT } from "../start/paths.mjs";
import { installForeign } from "./install.mjs";

const folder = installForeign("drizzle-kit", { "drizzle-kit": "0.31.11" });
const program = path.join(folder, "node_modules/drizzle-kit/bin.cjs");
const args = [program, "generate", ...process.argv.slice(2)];
const { status } = spawnSync(packagedNode(), args, { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
