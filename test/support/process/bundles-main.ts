/** Makes the bundles, as a program: `npm test` runs it before its suites, of which several would make them at the same time. */
import { ensureBundles } from "./bundle.ts";

await ensureBundles();
