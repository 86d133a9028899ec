#!/usr/bin/env node
/**
 * `npx nightjar rollback`: brings the state back that was copied before an update. What came since is written out, and the
 * present state is kept beside the copies.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toolNode } from "./start/paths.mjs";
import { readSettings } from "./start/settings.mjs";
import { noteForms } from "./start/snapshots/forms.mjs";
import { exchangeState, finishRollback } from "./start/snapshots/rollback.mjs";
import { snapshotsIn, snapshotsOf } from "./start/snapshots/take.mjs";
import { lockState } from "./start/state-lock.mjs";

const SINCE = fileURLToPath(new URL("./start/snapshots/since.mjs", import.meta.url));

async function main() {
  const settings = readSettings(process.env);
  const { stateDir } = settings;
  const wanted = process.argv[2];
  const names = snapshotsOf(stateDir);
  if (wanted === "--list")
    return console.log(names.map((name) => `${name}  ${versionOf(stateDir, name)}`).join("\n"));
  const name = wanted ?? names.at(-1);
  if (name === undefined || !names.includes(name))
    throw new Error(`There is no such copy in ${stateDir}. There are: ${names.join(", ") || "none"}.`);
  const unlock = await lockState(settings);
  process.once("exit", unlock);
  const kept = bringBack(stateDir, name);
  console.log(
    [
      `The state of ${name} is back${versionOf(stateDir, name)}.`,
      `Since then ${kept.conversations} conversations had changed: their records are in ${kept.since}.`,
      `The state before is kept in ${kept.replaced}. Remove both when you don't need them.`,
      "Start the version that this state is of: git checkout its tag, then npm start.",
    ].join("\n"),
  );
}

/**
 * @param {string} stateDir
 * @param {string} name
 */
function bringBack(stateDir, name) {
  const root = snapshotsIn(stateDir);
  const stamp = new Date().toISOString().replaceAll(":", "-");
  const [replaced, since] = [path.join(root, `replaced-${stamp}`), path.join(root, `since-${stamp}`)];
  finishRollback(stateDir);
  const v3 = path.join(stateDir, "v3");
  const { at, forms, version } = aboutOf(stateDir, name);
  const listed = spawnSync(toolNode(), ["--no-warnings", SINCE, v3, String(Date.parse(at)), since], {
    encoding: "utf8",
  });
  if (listed.status !== 0)
    throw new Error(`What came since could not be read, so nothing was changed:\n${listed.stderr}`);
  exchangeState(stateDir, { copy: path.join(root, name, "v3"), replaced });
  noteForms(stateDir, { forms, version });
  return { ...JSON.parse(listed.stdout), replaced, since };
}

/**
 * @param {string} stateDir
 * @param {string} name
 * @returns {{at: string, version: string | null, forms: string | null}}
 */
function aboutOf(stateDir, name) {
  return JSON.parse(readFileSync(path.join(snapshotsIn(stateDir), name, "snapshot.json"), "utf8"));
}

/**
 * @param {string} stateDir
 * @param {string} name
 */
function versionOf(stateDir, name) {
  const { version } = aboutOf(stateDir, name);
  return version === null ? "" : `, written by Nightjar ${version}`;
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
