/** The Worker as wrangler builds it, made once for all instances that run it without wrangler. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { hashOf } from "../../../scripts/start/build-web.mjs";
import { devConfigFiles, writeDevConfigs } from "../../../scripts/start/dev-config.mjs";
import { ROOT } from "../../../scripts/start/paths.mjs";
import { buildWorker, ensureWorkerBuilt, WORKER_SOURCES } from "../../../scripts/start/worker/build.mjs";
import { bundleFolderOf, ENTRIES, type Entry, workersFileOf } from "./entries.ts";

/** Sources of a bundle. */
const SOURCES = [...WORKER_SOURCES, "test/support"];

/** Builds what has changed since the last time. Throws an Error with wrangler's own words when that fails. */
export async function ensureBundles(): Promise<void> {
  const product = await ensureWorkerBuilt();
  for (const entry of ENTRIES) if (!isBuilt(entry, product)) await buildEntry(entry, product);
}

const stampOf = (entry: Entry) => path.join(bundleFolderOf(entry), "stamp");
const stateOf = (entry: Entry, product: string) => `${product} ${hashOf(ROOT, [...SOURCES, entry])}`;

function isBuilt(entry: Entry, product: string): boolean {
  return existsSync(stampOf(entry)) && readFileSync(stampOf(entry), "utf8") === stateOf(entry, product);
}

/** The product's own is the one that `npm start` has; the reader of PDFs is the same beside each of them. */
async function buildEntry(entry: Entry, product: string): Promise<void> {
  const folder = bundleFolderOf(entry);
  rmSync(folder, { recursive: true, force: true });
  await writeDevConfigs({ stateDir: folder, entry });
  const [config = "", webConfig = "", readerConfig = ""] = devConfigFiles(folder);
  const isProduct = entry === ENTRIES[0];
  const out = path.join(isProduct ? product : folder, "nightjar");
  if (!isProduct) await buildWorker(config, out);
  // Loaded only now: it takes seconds.
  const { unstable_getMiniflareWorkerOptions: read } = await import("wrangler");
  const nightjar = workerIn("nightjar", read(config).workerOptions, out);
  const reader = workerIn(
    "nightjar-reader",
    read(readerConfig).workerOptions,
    path.join(product, "nightjar-reader"),
  );
  const workers = [nightjar, reader, webIn(read(webConfig).workerOptions)];
  writeFileSync(workersFileOf(entry), JSON.stringify(workers, null, 2));
  writeFileSync(stampOf(entry), stateOf(entry, product));
}

function workerIn(name: string, { modulesRules: _rules, ...options }: WorkerOptions, folder: string) {
  const modules = readdirSync(folder)
    .map((file) => ({ type: TYPES[path.extname(file)], path: path.join(folder, file) }))
    .filter(({ type, path }) => type !== undefined && !LEFT_OUT.test(path));
  // What is run comes first.
  modules.sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"));
  return { ...options, name, modulesRoot: folder, modules };
}

/** The web app beside it: files alone, read where they lie. */
function webIn({ modulesRules: _rules, ...options }: WorkerOptions) {
  return { ...options, name: "nightjar-web", modules: true, script: "export default {};" };
}

type WorkerOptions = Unstable_MiniflareWorkerOptions["workerOptions"];

/** Files that do not count here: wrangler's note about the folder, and the entry of `npm start` with what it puts in front. */
const LEFT_OUT = /README\.md$|(?:entry|front|peers)\.js$/;

const TYPES: Record<string, string> = {
  ".js": "ESModule",
  ".wasm": "CompiledWasm",
  ".md": "Text",
  ".toml": "Text",
  ".txt": "Text",
};
