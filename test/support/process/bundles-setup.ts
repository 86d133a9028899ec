/** Before the suite: the bundles are there, so that no test waits for a build, and no two make the same one. */
import { ensureBundles } from "./bundle.ts";

export const setup = ensureBundles;
