#!/usr/bin/env node
/**
 * Adds to package-lock.json the packages that npm left out because the registry carries one platform only. See
 * check/lockfile.mjs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { complete, LOCK_FILE } from "./check/lockfile.mjs";

const lock = JSON.parse(readFileSync(LOCK_FILE, "utf8"));
const packages = complete(lock.packages);
const added = Object.keys(packages).length - Object.keys(lock.packages).length;
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
console.log(`${added} packages added to package-lock.json`);
