/** The built Workers for tests of whole instances, built before any of these begins. */
import path from "node:path";
import { outputOf } from "../check/run.mjs";
import { ROOT, toolNode } from "../start/paths.mjs";

const MAIN = path.join(ROOT, "test/support/process/bundles-main.ts");

/** Never rejects: if the build fails, the suites that need it try again, and say why. */
export async function ensureBundles() {
  await outputOf(toolNode(), ["--experimental-strip-types", "--no-warnings", MAIN]);
}
