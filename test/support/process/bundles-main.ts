/** The same as a program: `npm test` runs it before its suites, of which several would make them at the same time. */
import { setup } from "./bundles-setup.ts";

await setup();
