/** `npx nightjar update [ref] [--dry-run]`: brings the newest release, or the named one, into this checkout. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../start/install.mjs";
import { ROOT } from "../start/paths.mjs";
import { localUrl, readSettings } from "../start/settings.mjs";
import { formsOfState, hasState } from "../start/snapshots/forms.mjs";
import { takeSnapshot } from "../start/snapshots/take.mjs";
import { lockState } from "../start/state-lock.mjs";
import { checkStart } from "./check.mjs";
import { Checkout } from "./checkout.mjs";
import { update } from "./steps.mjs";

const ROLLBACK = fileURLToPath(new URL("../rollback.mjs", import.meta.url));

async function main() {
  const [ref] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
  const dryRun = process.argv.includes("--dry-run");
  const settings = readSettings(process.env);
  // A running instance would go on with code that is gone.
  if (!dryRun) (await lockState(settings))();
  await update(new Checkout(ROOT), machineOf(settings), { ref, dryRun });
}

/**
 * @param {import("../start/settings.mjs").StartSettings} settings
 * @returns {import("./steps.mjs").Machine}
 */
function machineOf(settings) {
  const { stateDir } = settings;
  return {
    install: () => ensureInstalled(),
    snapshot() {
      if (!hasState(stateDir)) return undefined;
      console.log("Copying the state before the update ...");
      const { version = null, forms = null } = formsOfState(stateDir) ?? {};
      return path.basename(takeSnapshot(stateDir, { version, forms }));
    },
    async check() {
      console.log("Starting the new version, to check it ...");
      await checkStart({ root: ROOT, url: localUrl(settings), env: process.env });
    },
    stateBack(name) {
      const { status } = spawnSync(process.execPath, [ROLLBACK, name], { stdio: "inherit" });
      if (status !== 0) console.error(`The state is not back yet: npx nightjar rollback ${name}`);
    },
    say: (line) => console.log(line),
  };
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
