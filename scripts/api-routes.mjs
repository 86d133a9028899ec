#!/usr/bin/env node
/** Writes docs/api-routes.md from what a running instance says of itself: `node scripts/api-routes.mjs [address]`. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { routesPage } from "./api-routes/page.mjs";
import { ROOT } from "./start/paths.mjs";

const address = process.argv[2] ?? "http://127.0.0.1:8787";
try {
  const response = await fetch(`${address}/api/v1/openapi.json`);
  const description = /** @type {import("./api-routes/page.mjs").Description} */ (await response.json());
  writeFileSync(path.join(ROOT, "docs/api-routes.md"), routesPage(description));
} catch (error) {
  console.error(`No Nightjar answers at ${address}: start one with "npm start". (${error})`);
  process.exitCode = 1;
}
