/** `nightjar update`: brings a release into the folder of the Nightjar on this machine. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { command, flag } from "../parser/command.mjs";
import { CommandError } from "../terminal/exit.mjs";

const SCRIPT = fileURLToPath(new URL("../../../scripts/update/main.mjs", import.meta.url));

export const update = command({
  name: "update",
  summary: "brings the newest release, checks it, and goes back when the check fails",
  args: "[release]",
  options: { dryRun: flag("--dry-run", "what would come, and which stored forms change") },
  details: `Fetches the releases, copies the state where its form changes, checks out the newest release or the named one, installs its
packages, starts it once and looks at it. When that fails, code and state are as before. Stop the instance first.`,
  run: (_context, { words, dryRun }) => run([...words, ...(dryRun ? ["--dry-run"] : [])]),
});

/**
 * @param {string[]} given
 * @returns {Promise<number>} the exit code
 */
async function run(given) {
  if (!existsSync(SCRIPT)) throw new CommandError("Run this in the folder of the Nightjar to update.");
  return new Promise((resolve) => {
    spawn(process.execPath, [SCRIPT, ...given], { stdio: "inherit" }).once("exit", (code) =>
      resolve(code ?? 1),
    );
  });
}
