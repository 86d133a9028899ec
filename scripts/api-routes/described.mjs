/** Builds the API's description from the product's route table, without starting the product. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { CACHE, ROOT } from "../start/paths.mjs";

/** Runs on the Worker's side, so its source is a text here and no file in a folder of its own. */
const PROGRAM = `
  import { describeApi } from "/src/app/http/openapi/describe.ts";
  import { tableOf } from "/src/app/http/openapi/table.ts";
  import { PARTS } from "/src/app/list.ts";
  export const description = describeApi(tableOf(PARTS.flatMap((part) => part.routes ?? [])));
`;

/** @returns {Promise<import("./page.mjs").Description>} */
export async function describedApi() {
  const outDir = path.join(CACHE, "api-routes");
  const entry = path.join(outDir, "entry.ts");
  mkdirSync(outDir, { recursive: true });
  writeFileSync(entry, PROGRAM);
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    build: { ssr: entry, outDir, emptyOutDir: false, minify: false },
    ssr: { noExternal: true, target: "webworker" },
    plugins: [textModules, platformModules],
  });
  const { description } = await import(pathToFileURL(path.join(outDir, "entry.js")).href);
  return description;
}

/** Bundles text modules as wrangler.toml does. @type {import("vite").Plugin} */
const textModules = {
  name: "text",
  enforce: "pre",
  load(id) {
    if (/\.(md|toml|txt)$/.test(id)) return `export default ${JSON.stringify(readFileSync(id, "utf8"))}`;
    return id.endsWith(".wasm") ? "export default undefined" : undefined;
  },
};

/** Stubs the runtime's modules: none of them is needed to read the route table. @type {import("vite").Plugin} */
const platformModules = {
  name: "platform",
  enforce: "pre",
  resolveId: (id) => (id.startsWith("cloudflare:") ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith("\0cloudflare:")
      ? "export class DurableObject {}; export class WorkerEntrypoint {}; export const env = {}; export const exports = {};"
      : undefined,
};
