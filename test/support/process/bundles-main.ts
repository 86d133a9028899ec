/**
 * Builds the bundles as a program. `npm test` runs it before its suites, since several of them would otherwise build at
 * the same time.
 */
import { setup } from "./bundles-setup.ts";

await setup();
