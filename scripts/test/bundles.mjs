/** The built Workers that tests of whole instances start, made before any of these begins. */
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { ROOT, toolNode } from "../start/paths.mjs";

const MAIN = path.join(ROOT, "test/support/process/bundles-main.ts");

/** Never rejects: where they can't be built, the suites that need them try again, and say why. */
export async function ensureBundles() {
  await outputOf(toolNode(), ["--experimental-strip-types", "--no-warnings", MAIN]);
}
