/**
 * Backups of an instance that is written to without a pause, each restored into an empty one and compared with all that had been
 * acknowledged when it began: `npm run bench:backups [-- --backups 20]`; with `--bytes 1073741824` one backup of files of that size
 * instead, which nobody writes to, and how long each way takes.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openArchive } from "../../src/cli/backups/archive/archive.mjs";
import { folderStore } from "../../src/cli/backups/archive/folder.mjs";
import { chosenBackup, makeBackup } from "../../src/cli/backups/make.mjs";
import { restoreBackup } from "../../src/cli/backups/restore.mjs";
import { Source } from "../../src/cli/backups/source.mjs";
import { Instance } from "../targets/instance.ts";
import { Ledger } from "./ledger.ts";
import { write } from "./writers.ts";

const BETWEEN_MS = 1_000;
const FILE_BYTES = 20_000_000;
const say = () => undefined;

interface Made {
  name: string;
  /** Acknowledged when the backup began. */
  before: Ledger;
  ms: number;
}

const root = mkdtempSync(path.join(tmpdir(), "nightjar-backups-"));
const archiveIn = () =>
  openArchive(folderStore(path.join(root, "archive")), {
    isNew: true,
    passphrase: async () => "correct horse battery",
  });

async function withInstance<T>(name: string, work: (instance: Instance) => Promise<T>): Promise<T> {
  const folder = path.join(root, name);
  mkdirSync(folder);
  const instance = await Instance.start(folder);
  try {
    await instance.ready();
    return await work(instance);
  } finally {
    await instance.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function backUp(instance: Instance, before: Ledger): Promise<Made> {
  const began = Date.now();
  const order = { source: new Source(instance), archive: await archiveIn(), settings: undefined, say };
  const { name } = await makeBackup(order);
  return { name, before, ms: Date.now() - began };
}

/** Returns what the restored instance lacks, and how long the restore took. */
async function restored({ name, before }: Made, later: Ledger): Promise<{ problems: string[]; ms: number }> {
  return withInstance(name, async (instance) => {
    const began = Date.now();
    const archive = await archiveIn();
    const { manifest } = await chosenBackup(archive, name);
    const { problems } = await restoreBackup({ source: new Source(instance), archive, manifest, say });
    const ms = Date.now() - began;
    return { problems: [...problems, ...(await before.missingIn(instance, later))], ms };
  });
}

async function underLoad(backups: number): Promise<number> {
  const ledger = new Ledger();
  const made = await withInstance("written", async (instance) => {
    const stop = new AbortController();
    const writing = write(instance, ledger, stop.signal);
    const each: Made[] = [];
    for (let left = backups; left > 0; left -= 1) {
      await Promise.race([writing, pause(BETWEEN_MS)]);
      each.push(await backUp(instance, ledger.copy()));
    }
    stop.abort();
    await writing;
    return each;
  });
  let equal = 0;
  for (const backup of made) {
    const { problems, ms } = await restored(backup, ledger);
    if (problems.length === 0) equal += 1;
    console.log(
      `${backup.name}: ${backup.before.size} writes before it, made in ${backup.ms} ms, restored in ${ms} ms, ${problems.length === 0 ? "equal" : problems.join(" ")}`,
    );
  }
  console.log(`${equal} of ${made.length} equal; ${ledger.size} writes in all`);
  return made.length - equal;
}

async function ofBytes(bytes: number): Promise<number> {
  const ledger = new Ledger();
  const made = await withInstance("written", async (instance) => {
    for (let left = bytes; left > 0; left -= FILE_BYTES)
      await instance.upload("noise.bin", randomBytes(Math.min(FILE_BYTES, left)));
    return backUp(instance, ledger);
  });
  const { problems, ms } = await restored(made, ledger);
  console.log(
    `${bytes} bytes of files: backup ${made.ms} ms, restore and comparison ${ms} ms, ${problems.join(" ") || "equal"}`,
  );
  return problems.length;
}

const { values } = parseArgs({ options: { backups: { type: "string" }, bytes: { type: "string" } } });
try {
  const failures =
    values.bytes === undefined
      ? await underLoad(Number(values.backups ?? 20))
      : await ofBytes(Number(values.bytes));
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
