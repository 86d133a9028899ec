/** The Workers that tests start, and where they lie once they are built. Loads nothing of wrangler, which is megabytes. */
import path from "node:path";
import { CACHE } from "../../../scripts/start/paths.mjs";

/** The product's own, and the one with the tests' channel. */
export const ENTRIES = ["src/index.ts", "test/workers/channel-worker.ts"] as const;
export type Entry = (typeof ENTRIES)[number];

export function bundleFolderOf(entry: Entry): string {
  return path.join(CACHE, "test-bundle", entry.replaceAll("/", "-"));
}

/**
 * Miniflare's configuration of a built Worker (modules, bindings, queues) and of the web app's Worker beside it.
 * Written by `ensureBundles`.
 */
export function workersFileOf(entry: Entry): string {
  return path.join(bundleFolderOf(entry), "workers.json");
}
