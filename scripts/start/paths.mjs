/** Paths of the project's own files. Plain JavaScript on purpose: this runs before anything is installed. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const CACHE = path.join(ROOT, ".cache");

export const PACKAGED_NODE = path.join(
  ROOT,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** The oldest Node that wrangler and vite run on. */
const TOOLS_NEED = [22, 12];

/** @param {string} version as in process.versions.node */
export function runsTools(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = TOOLS_NEED;
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** A Node for wrangler, vite and vitest: the machine's own if it is new enough, else the packaged one. */
export function toolNode() {
  return runsTools(process.versions.node) ? process.execPath : packagedNode();
}

/** The Node that comes with the project: always the same version. */
export function packagedNode() {
  if (existsSync(PACKAGED_NODE)) return PACKAGED_NODE;
  throw new Error(
    `Node ${TOOLS_NEED.join(".")} or newer is needed and its package is not complete. Run "npm rebuild node", or install a newer Node.`,
  );
}

/** @param {string} name */
export function toolScript(name) {
  const scripts = /** @type {Record<string, string>} */ ({
    wrangler: "node_modules/wrangler/bin/wrangler.js",
    vite: "node_modules/vite/bin/vite.js",
    vitest: "node_modules/vitest/vitest.mjs",
    plan: "scripts/start/runtime/plan.mjs",
  });
  const script = scripts[name];
  if (script === undefined) throw new Error(`no tool is called ${name}`);
  return path.join(ROOT, script);
}
