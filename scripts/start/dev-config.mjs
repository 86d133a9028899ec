/**
 * Makes the local wrangler configurations from wrangler.toml and that of the PDF reader. The web app becomes a Worker
 * of its own beside Nightjar's: as part of it, it would stand in front, and the local runtime would lead every request
 * and socket through both.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";

export const WRANGLER_TOML = path.join(ROOT, "wrangler.toml");
/** Configuration of the Worker that reads PDFs. */
export const READER_TOML = path.join(ROOT, "wrangler.reader.toml");
/** Entry file of a built Worker. */
export const BUILT_ENTRY = "entry.js";

/** Usual ports of Ollama, LM Studio, llama.cpp and vLLM: the app looks for them on this machine. The settings file may name others. */
const LOCAL_MODEL_PORTS = "11434,1234,8080,8000";

/**
 * Nightjar's first: it is the one that listens.
 * @param {string} stateDir
 */
export function devConfigFiles(stateDir) {
  return ["nightjar", "web", "reader"].map((name) => path.join(stateDir, "wrangler", `${name}.json`));
}

/**
 * A running wrangler reloads the files when they are rewritten. With `built`, the folder of the built Worker, they name
 * the built one; otherwise its sources, which wrangler then bundles and watches.
 * @param {{stateDir: string, entry?: string | undefined, built?: string | undefined}} settings
 */
export async function writeDevConfigs({ stateDir, entry, built }) {
  // A package: available only once everything is installed.
  const { parse } = await import("smol-toml");
  const read = (/** @type {string} */ file) => parse(readFileSync(file, "utf8"));
  const sources = [...devConfigs(read(WRANGLER_TOML), entry), readerConfig(read(READER_TOML))];
  const configs = built === undefined ? sources : sources.map((config) => asBuilt(config, built));
  for (const [index, file] of devConfigFiles(stateDir).entries()) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(configs[index], null, 2));
  }
}

/**
 * @param {any} config wrangler.toml, parsed
 * @param {string} [entry] another entry of the Worker, relative to the project
 */
export function devConfigs(config, entry = config.main) {
  // Whoever reaches the local runtime may write that header: only what stands in front of it may name one, by the settings.
  const { assets, services = [], vars: { CLIENT_ADDRESS_HEADER: _edge, ...vars } = {}, ...nightjar } = config;
  const web = `${config.name}-web`;
  const { binding, run_worker_first: _, directory, ...served } = assets;
  return [
    {
      ...nightjar,
      vars: { LOCAL_MODEL_PORTS, RUNS_ALONE: "true", ...vars },
      main: path.resolve(ROOT, entry),
      alias: aliasesHere(config.alias),
      services: [...services, { binding, service: web }],
      d1_databases: config.d1_databases.map(withMigrationsHere),
    },
    {
      name: web,
      compatibility_date: config.compatibility_date,
      assets: { ...served, directory: path.resolve(ROOT, directory) },
    },
  ];
}

/**
 * @param {any} config one of these; the web app's has no code
 * @param {string} folder
 */
export function asBuilt({ alias: _, ...config }, folder) {
  if (config.main === undefined) return config;
  const rules = [{ type: "ESModule", globs: ["**/*.js"] }, ...(config.rules ?? []).map(flattened)];
  return { ...config, main: path.join(folder, config.name, BUILT_ENTRY), no_bundle: true, rules };
}

/**
 * A built Worker has all its files in one folder: `sandbox/lua/lua.txt` is `{hash}-lua.txt` there.
 * @param {any} rule
 */
function flattened(rule) {
  const named = rule.globs.filter((/** @type {string} */ glob) => !path.basename(glob).startsWith("*"));
  const flat = named.map((/** @type {string} */ glob) => `**/*-${path.basename(glob)}`);
  return { ...rule, globs: [...rule.globs, ...flat] };
}

/** @param {any} config wrangler.reader.toml, parsed */
function readerConfig(config) {
  return { ...config, main: path.resolve(ROOT, config.main) };
}

/** @param {Record<string, string>} [aliases] */
function aliasesHere(aliases = {}) {
  return Object.fromEntries(Object.entries(aliases).map(([name, file]) => [name, path.resolve(ROOT, file)]));
}

/** @param {any} database */
function withMigrationsHere(database) {
  return { ...database, migrations_dir: path.resolve(ROOT, database.migrations_dir) };
}
