#!/usr/bin/env node
/** `npm run layout`: writes the table of rooms into docs/design/layout.md. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PAGE } from "./check/layout/layering.mjs";
import { withRooms } from "./check/layout/page.mjs";
import { GROUPS } from "./check/layout/rooms.mjs";
import { textOf } from "./check/sources.mjs";
import { ROOT } from "./start/paths.mjs";

writeFileSync(path.join(ROOT, PAGE), withRooms(textOf(PAGE), GROUPS));
