/** New state folders with the database ready, so that not every test waits for its migrations. */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../../../scripts/start/build-web.mjs";
import { ensureMigrated } from "../../../scripts/start/migrations/ensure.mjs";
import { CACHE, ROOT } from "../../../scripts/start/paths.mjs";

/** As the first `npm start` would have made it. */
export function fillFreshState(folder: string): void {
  cpSync(ensureFreshState(), folder, { recursive: true });
}

/** The folder that the others are copies of, made where it doesn't exist. */
export function ensureFreshState(): string {
  const folder = path.join(CACHE, "test-state", hashOf(ROOT, ["d1-migrations"]));
  if (existsSync(folder)) return folder;
  // Two test files may come here at once: only a whole one gets the name.
  const draft = `${folder}-${process.pid}`;
  ensureMigrated(draft);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return folder;
}
