/** The built Workers that tests of whole instances start, made before any of these begins. */
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { ROOT, toolNode } from "../start/paths.mjs";

const MAIN = path.join(ROOT, "test/support/process/bundles-main.ts");
const USERS = ["process", "browser"];

/**
 * Where they can't be built, the suites that need them try again, and say why.
 * @param {readonly string[]} suites those that will run
 */
export async function ensureBundlesFor(suites) {
  if (!USERS.some((suite) => suites.includes(suite))) return;
  await outputOf(toolNode(), ["--experimental-strip-types", "--no-warnings", MAIN]);
}
