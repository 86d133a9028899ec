#!/usr/bin/env node
/** Writes docs/api-routes.md from the route table: `node scripts/api-routes.mjs`. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describedApi } from "./api-routes/described.mjs";
import { routesPage } from "./api-routes/page.mjs";
import { ROOT } from "./start/paths.mjs";

writeFileSync(path.join(ROOT, "docs/api-routes.md"), routesPage(await describedApi()));
