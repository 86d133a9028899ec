#!/usr/bin/env node
/**
 * Notes the durations of the last `npm test`'s slowest files, by which files are dealt out to the runs of their suite.
 * Run it after a test run on a calm machine.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT } from "./start/paths.mjs";

const REPORTS = path.join(CACHE, "test");
const SECONDS = path.join(ROOT, "test/support/shares/seconds.json");
/** Files that take less are not noted. In seconds. */
const LEAST = 2;

/** @typedef {{name: string, startTime: number, endTime: number}} FileResult */

/** Only suites that run in parts: the name of such a run's report ends with its part. */
const reports = readdirSync(REPORTS).filter((name) => /-\d+-\d+\.json$/.test(name));
/** @type {FileResult[]} */
const files = reports.flatMap(
  (name) => JSON.parse(readFileSync(path.join(REPORTS, name), "utf8")).testResults,
);
const seconds = files
  .map(({ name, startTime, endTime }) => ({
    file: path.relative(ROOT, name).replaceAll(path.sep, "/"),
    took: Math.round((endTime - startTime) / 1_000),
  }))
  .filter(({ took }) => took >= LEAST)
  .sort((a, b) => (a.file < b.file ? -1 : 1))
  .map(({ file, took }) => [file, took]);
writeFileSync(SECONDS, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
