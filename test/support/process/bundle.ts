/** The Worker as wrangler builds it, made once for all instances that run it without wrangler. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { hashOf } from "../../../scripts/start/build-web.mjs";
import { devConfigFiles, writeDevConfigs } from "../../../scripts/start/dev-config.mjs";
import { CACHE, ROOT, toolNode, toolScript } from "../../../scripts/start/paths.mjs";
import { wranglerEnv } from "../../../scripts/start/wrangler-env.mjs";

/** Entries that tests start: the product's own, and the one with the tests' channel. */
export const ENTRIES = ["src/index.ts", "test/workers/channel-worker.ts"] as const;
export type Entry = (typeof ENTRIES)[number];

/** What a bundle is made of. */
const SOURCES = ["src", "durable-objects", "r2", "wrangler.toml", "package-lock.json", "test/support"];

/** What Miniflare is told of a built Worker: its modules, its bindings, its queues. `ensureBundles` has written it. */
export function workerFileOf(entry: Entry): string {
  return path.join(folderOf(entry), "worker.json");
}

/** Builds what has changed since the last time. Throws an Error with wrangler's own words when that fails. */
export async function ensureBundles(): Promise<void> {
  for (const entry of ENTRIES) await ensureBundle(entry);
}

async function ensureBundle(entry: Entry): Promise<void> {
  const folder = folderOf(entry);
  const stamp = path.join(folder, "stamp");
  const now = hashOf(ROOT, [...SOURCES, entry]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  rmSync(folder, { recursive: true, force: true });
  await writeDevConfigs({ stateDir: folder, entry });
  const [config = ""] = devConfigFiles(folder);
  build(config, path.join(folder, "out"));
  writeFileSync(workerFileOf(entry), JSON.stringify(workerIn(config, path.join(folder, "out")), null, 2));
  writeFileSync(stamp, now);
}

function folderOf(entry: Entry): string {
  return path.join(CACHE, "test-bundle", entry.replaceAll("/", "-"));
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

/** Without the web app: nobody looks at pages there. */
function workerIn(config: string, folder: string) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _rules, serviceBindings: _web, ...options } = workerOptions;
  const modules = readdirSync(folder)
    .map((file) => ({ type: TYPES[path.extname(file)], path: path.join(folder, file) }))
    .filter(({ type, path }) => type !== undefined && !path.endsWith("README.md"));
  // The entry comes first.
  modules.sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"));
  return { ...options, name: "nightjar", modulesRoot: folder, modules };
}

const TYPES: Record<string, string> = {
  ".js": "ESModule",
  ".wasm": "CompiledWasm",
  ".md": "Text",
  ".toml": "Text",
  ".txt": "Text",
};
