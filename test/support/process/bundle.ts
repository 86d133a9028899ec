/** The Worker as wrangler builds it, made once for all instances that run it without wrangler. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { hashOf } from "../../../scripts/start/build-web.mjs";
import { devConfigFiles, writeDevConfigs } from "../../../scripts/start/dev-config.mjs";
import { CACHE, ROOT, toolNode, toolScript } from "../../../scripts/start/paths.mjs";
import { wranglerEnv } from "../../../scripts/start/wrangler-env.mjs";
import { bundleFolderOf, ENTRIES, type Entry, workersFileOf } from "./entries.ts";

/** What a bundle is made of. */
const SOURCES = [
  "src",
  "durable-objects",
  "r2",
  "wrangler.toml",
  "wrangler.reader.toml",
  "package-lock.json",
  "test/support",
];

/** Builds what has changed since the last time. Throws an Error with wrangler's own words when that fails. */
export async function ensureBundles(): Promise<void> {
  const stale = ENTRIES.filter((entry) => !isBuilt(entry));
  if (stale.length > 0) await buildReader();
  for (const entry of stale) await buildEntry(entry);
}

const stampOf = (entry: Entry) => path.join(bundleFolderOf(entry), "stamp");
const stateOf = (entry: Entry) => hashOf(ROOT, [...SOURCES, entry]);

function isBuilt(entry: Entry): boolean {
  return existsSync(stampOf(entry)) && readFileSync(stampOf(entry), "utf8") === stateOf(entry);
}

/** The reader of PDFs is the same beside each of them. */
const READER = path.join(CACHE, "test-bundle", "reader");
const READER_OUT = path.join(READER, "out");

async function buildReader(): Promise<void> {
  rmSync(READER, { recursive: true, force: true });
  await writeDevConfigs({ stateDir: READER });
  build(readerConfigIn(READER), READER_OUT);
}

function readerConfigIn(folder: string): string {
  return devConfigFiles(folder)[2] ?? "";
}

async function buildEntry(entry: Entry): Promise<void> {
  const folder = bundleFolderOf(entry);
  rmSync(folder, { recursive: true, force: true });
  await writeDevConfigs({ stateDir: folder, entry });
  const [config = "", webConfig = ""] = devConfigFiles(folder);
  build(config, path.join(folder, "out"));
  // Loaded only now: it takes seconds.
  const { unstable_getMiniflareWorkerOptions: read } = await import("wrangler");
  const nightjar = workerIn("nightjar", read(config).workerOptions, path.join(folder, "out"));
  const reader = workerIn("nightjar-reader", read(readerConfigIn(READER)).workerOptions, READER_OUT);
  const workers = [nightjar, reader, webIn(read(webConfig).workerOptions)];
  writeFileSync(workersFileOf(entry), JSON.stringify(workers, null, 2));
  writeFileSync(stampOf(entry), stateOf(entry));
}

function build(config: string, folder: string): void {
  const args = ["deploy", "--dry-run", "--outdir", folder, "--config", config];
  const { status, stdout, stderr } = spawnSync(toolNode(), [toolScript("wrangler"), ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: wranglerEnv({ stateDir: folder, tracing: false }),
  });
  if (status !== 0) throw new Error(`${config} did not build:\n${`${stdout}${stderr}`.trim()}`);
}

function workerIn(name: string, { modulesRules: _rules, ...options }: WorkerOptions, folder: string) {
  const modules = readdirSync(folder)
    .map((file) => ({ type: TYPES[path.extname(file)], path: path.join(folder, file) }))
    .filter(({ type, path }) => type !== undefined && !path.endsWith("README.md"));
  // The entry comes first.
  modules.sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"));
  return { ...options, name, modulesRoot: folder, modules };
}

/** The web app beside it: files alone, read where they lie. */
function webIn({ modulesRules: _rules, ...options }: WorkerOptions) {
  return { ...options, name: "nightjar-web", modules: true, script: "export default {};" };
}

type WorkerOptions = Unstable_MiniflareWorkerOptions["workerOptions"];

const TYPES: Record<string, string> = {
  ".js": "ESModule",
  ".wasm": "CompiledWasm",
  ".md": "Text",
  ".toml": "Text",
  ".txt": "Text",
};
