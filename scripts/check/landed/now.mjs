/** The stored forms of this checkout's code, in the record's format. */
import { createHash } from "node:crypto";
import path from "node:path";
import { ROOT, toolNode } from "../../start/paths.mjs";
import { outputOf } from "../run.mjs";
import { filesIn, textOf } from "../sources.mjs";

/**
 * @typedef {object} Landed
 * @property {number} version of the tables of a conversation
 * @property {string} view what a commit of a conversation may hold: a digest
 * @property {Record<string, string>} conversation by column or index: since which version, and as what
 * @property {Record<string, string>} objects the tables of the other objects: what makes them
 * @property {Record<string, string>} migrations of D1, by file: a digest
 */

const CREATION = /CREATE TABLE IF NOT EXISTS (\w+) (\([^`"]*)[`"]/g;

/** @returns {Promise<Landed>} */
export async function landedNow() {
  const { version, view, stored } = await conversationNow();
  return {
    version,
    view: digest(view),
    conversation: stored,
    objects: Object.fromEntries(objectFiles().flatMap((file) => creationsIn(file, textOf(file)))),
    migrations: Object.fromEntries(
      migrationFiles().map((file) => [path.basename(file), digest(textOf(file))]),
    ),
  };
}

/** @returns {Promise<{version: number, view: string, stored: Record<string, string>}>} */
async function conversationNow() {
  const script = path.join(ROOT, "scripts/check/landed/describe.mjs");
  const { code, output } = await outputOf(toolNode(), [
    "--no-warnings",
    "--experimental-strip-types",
    script,
  ]);
  if (code !== 0) throw new Error(`The tables of a conversation could not be read:\n${output}`);
  return JSON.parse(output);
}

function objectFiles() {
  return filesIn(["durable-objects"]).filter((file) => file.endsWith(".ts"));
}

function migrationFiles() {
  return filesIn(["d1-migrations"])
    .filter((file) => file.endsWith(".sql"))
    .sort();
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {[string, string][]}
 */
export function creationsIn(file, source) {
  const object = file.split("/")[1] ?? file;
  return [...source.matchAll(CREATION)].map(([, name = "", rest = ""]) => {
    return [`${object} ${name}`, rest.replace(/\s+/g, " ")];
  });
}

/** A digest that ignores the checkout's line ends. @param {string} text */
function digest(text) {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex").slice(0, 16);
}
