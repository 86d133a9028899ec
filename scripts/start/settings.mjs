/** Address and data folder of this instance, from the environment. */
import path from "node:path";
import { ROOT } from "./paths.mjs";

/**
 * @typedef {object} StartSettings
 * @property {number} port
 * @property {string} host the address to listen on
 * @property {string} stateDir absolute
 * @property {string} varsFile absolute; the settings and secrets of the Worker
 * @property {boolean} isDev whether changed sources are taken up: by wrangler, which bundles them
 * @property {string | undefined} entry another entry of the Worker than wrangler.toml's, for tests
 * @property {string | undefined} systemDns where this machine's own resolver is asked, once it is there
 * @property {string} logLevel what wrangler and the Worker may print
 * @property {boolean} tracing wrangler's local tracing: slower turns, but a trace of each request
 */

const LOG_LEVELS = ["debug", "info", "log", "warn", "error", "none"];

/**
 * Throws an Error that names the variable and the fix.
 * @param {Record<string, string | undefined>} env
 * @param {readonly string[]} [args] of the command
 * @returns {StartSettings}
 */
export function readSettings(env, args = []) {
  const entry = env["WORKER_ENTRY"] || undefined;
  return {
    port: readPort(env["PORT"]),
    host: env["HOST"] || "127.0.0.1",
    stateDir: path.resolve(ROOT, env["STATE_DIR"] || ".wrangler/state"),
    varsFile: path.resolve(ROOT, env["VARS_FILE"] || ".dev.vars"),
    isDev: args.includes("--dev") || entry !== undefined,
    entry,
    systemDns: undefined,
    logLevel: readLogLevel(env["LOG_LEVEL"]),
    tracing: readSwitch("X_LOCAL_OBSERVABILITY", env),
  };
}

/** @param {string | undefined} text */
function readPort(text) {
  if (text === undefined || text === "") return 8787;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`PORT is "${text}": give a number from 1 to 65535, for example PORT=8788.`);
}

/** @param {string | undefined} text */
function readLogLevel(text) {
  if (text === undefined || text === "") return "warn";
  if (LOG_LEVELS.includes(text)) return text;
  throw new Error(`LOG_LEVEL is "${text}": give one of ${LOG_LEVELS.join(", ")}.`);
}

/**
 * @param {string} name
 * @param {Record<string, string | undefined>} env
 */
function readSwitch(name, env) {
  const text = env[name] || "false";
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${name} is "${text}": give one of true, false.`);
}

/**
 * The address for a browser on this machine: a wildcard address is not one.
 * @param {StartSettings} settings
 */
export function localUrl({ host, port }) {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
