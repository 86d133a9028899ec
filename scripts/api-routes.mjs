#!/usr/bin/env node
/** Writes docs/api-routes.md and the ids of operations from the route table: `node scripts/api-routes.mjs`. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describedApi } from "./api-routes/described.mjs";
import { operationIds } from "./api-routes/operation-ids.mjs";
import { routesPage } from "./api-routes/page.mjs";
import { ROOT } from "./start/paths.mjs";

const IDS = path.join(ROOT, "test/fixtures/operation-ids.json");

const description = await describedApi();
writeFileSync(path.join(ROOT, "docs/api-routes.md"), routesPage(description));
const ids = operationIds(description, JSON.parse(readFileSync(IDS, "utf8")));
writeFileSync(IDS, `${JSON.stringify(ids, null, 2)}\n`);
