/**
 * Makes the runtime's configuration of a built Worker, as `wrangler dev` would run it: miniflare writes it, and is not needed to run it.
 * A program, for the Node of the tools.
 *
 * Arguments: the folder of the built Worker, the folder to write to.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { BUILT_ENTRY, devConfigFiles } from "../dev-config.mjs";
import { ROOT } from "../paths.mjs";
import { special } from "./capnp.mjs";
import { PLAN_FILE, STATE, THIS_CHECKOUT } from "./plan-file.mjs";
import { servicesKept } from "./prune.mjs";

const [built = "", folder = ""] = process.argv.slice(2);
const state = path.join(folder, "state");
const written = path.join(folder, "miniflare.json");
const modules = path.join(folder, "modules");
mkdirSync(modules, { recursive: true });

async function main() {
  const { extensions, services, v8Flags: _, sockets: __, ...rest } = await configuration();
  const plan = {
    ...rest,
    services: servicesKept(services).map(embedded),
    extensions: extensions.map(embedded),
  };
  writeFileSync(path.join(folder, PLAN_FILE), JSON.stringify(plan, asPlanned, 1));
  rmSync(state, { recursive: true, force: true });
  rmSync(written);
}

/** miniflare's own, which it writes down before it starts a runtime. It starts none. */
async function configuration() {
  process.env["MINIFLARE_WORKERD_CONFIG_DEBUG"] = written;
  const { unstable_getMiniflareWorkerOptions: read } = await import("wrangler");
  /** @type {any} */
  const { convertV4MiniflareOptions, Miniflare, Runtime } = createRequire(import.meta.url)("miniflare");
  Runtime.prototype.updateConfig = () => Promise.reject(new Error("only the configuration is needed"));
  const [nightjar, web, reader] = devConfigFiles(built).map((file) => read(file).workerOptions);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: state,
      workers: [
        workerIn("nightjar", nightjar),
        workerIn("nightjar-reader", reader),
        { ...plain(web), name: "nightjar-web", modules: true, script: "export default {};" },
      ],
    }),
  );
  await miniflare.ready.catch(() => undefined);
  if (!existsSync(written)) await miniflare.ready;
  await miniflare.dispose().catch(() => undefined);
  return JSON.parse(readFileSync(written, "utf8"));
}

/** @param {any} options */
function plain({ modulesRules: _rules, ...options }) {
  return options;
}

/**
 * @param {string} name
 * @param {any} options
 */
function workerIn(name, options) {
  const modulesRoot = path.join(built, name);
  const modules = readdirSync(modulesRoot)
    .filter((file) => file !== "README.md")
    .map((file) => ({ type: TYPES[path.extname(file)], path: path.join(modulesRoot, file) }))
    .filter(({ type }) => type !== undefined);
  // The entry module comes first: the runtime starts it.
  modules.sort((a, b) => Number(isEntry(b.path)) - Number(isEntry(a.path)));
  return { ...plain(options), name, modulesRoot, modules };
}

/** @param {string} file */
function isEntry(file) {
  return path.basename(file) === BUILT_ENTRY;
}

/**
 * Writes the part's code to files beside the plan, so that the configuration of a start stays small.
 * @param {any} part a service or an extension
 */
function embedded(part) {
  if (part.worker?.modules !== undefined)
    return { ...part, worker: { ...part.worker, modules: part.worker.modules.map(asFile(part.name)) } };
  return part.modules === undefined ? part : { ...part, modules: part.modules.map(asFile("extension")) };
}

/** @param {string} owner */
function asFile(owner) {
  const kinds = ["esModule", "commonJsModule", "text", "data", "wasm", "json"];
  return (/** @type {any} */ module) => {
    const kind = kinds.find((each) => each in module) ?? "";
    const file = path.join(modules, `${owner} ${module.name}`.replace(/[^\w.-]+/g, "-"));
    writeFileSync(file, bytesOf(module[kind]) ?? module[kind]);
    return { ...module, [kind]: special({ embed: path.relative(folder, file) }) };
  };
}

/**
 * @param {string} key
 * @param {any} value
 */
function asPlanned(key, value) {
  if (typeof value === "string") {
    if (value.startsWith(state)) return value.replace(state, STATE);
    return value.startsWith(ROOT) ? value.replace(ROOT, THIS_CHECKOUT) : value;
  }
  // JSON has no form for a member without a value, which stands for memory that nobody keeps.
  if (key === "durableObjectStorage" && Object.keys(value).length === 0) return { inMemory: special("void") };
  const bytes = bytesOf(value);
  return bytes === undefined ? value : special({ data: bytes.toString("hex") });
}

/**
 * Bytes, as JSON has them of a buffer or of an array of them.
 * @param {any} value
 */
function bytesOf(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (value.type === "Buffer") return Buffer.from(value.data);
  const isBytes = Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));
  return isBytes ? Buffer.from(Object.values(value)) : undefined;
}

/** @type {Record<string, string>} */
const TYPES = {
  ".js": "ESModule",
  ".wasm": "CompiledWasm",
  ".md": "Text",
  ".toml": "Text",
  ".txt": "Text",
};

await main();
