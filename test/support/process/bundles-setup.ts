/** Before the suite: the bundles and a database are there, so that no test waits for them, and no two make the same. */
import { ensureBundles } from "./bundle.ts";
import { ensureFreshState } from "./fresh-state.ts";

export async function setup(): Promise<void> {
  ensureFreshState();
  await ensureBundles();
}
