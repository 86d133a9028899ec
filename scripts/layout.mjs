#!/usr/bin/env node
/** `npm run layout`: writes the table of storeys into docs/design/layout.md. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PAGE } from "./check/layout/layering.mjs";
import { withStoreys } from "./check/layout/page.mjs";
import { STOREYS } from "./check/layout/storeys.mjs";
import { textOf } from "./check/sources.mjs";
import { ROOT } from "./start/paths.mjs";

writeFileSync(path.join(ROOT, PAGE), withStoreys(textOf(PAGE), STOREYS));
