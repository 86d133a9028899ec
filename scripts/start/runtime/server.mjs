/** Runs the built Worker in the runtime itself: one process, without wrangler and miniflare. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { activityOf } from "../activity.mjs";
import { ROOT } from "../paths.mjs";
import { signalAll, whenGone } from "../process-tree.mjs";
import { networksOf } from "../worker/peers.js";
import { INSTANCE_VARIABLE } from "../wrangler/env.mjs";
import { CONTROLS, writeConfig } from "./config.mjs";
import { shownLine } from "./logs.mjs";

/** @typedef {import("../keep-running.mjs").Server} Server */

const KEPT_LINES = 40;
/** A stop lets what is being written end. */
const PATIENCE_MS = 3_000;

/**
 * @param {object} instance
 * @param {import("../settings.mjs").StartSettings} instance.settings
 * @param {string} instance.plan the plan's folder
 * @param {Record<string, string>} instance.vars the settings file's
 * @returns {Server}
 */
export function startRuntime({ settings, plan, vars }) {
  const key = randomBytes(16).toString("hex");
  const given = settingsOf(settings, vars, key);
  const config = writeConfig({ settings, plan, names: Object.keys(given) });
  const child = spawn(runtimePath(), ["serve", "--experimental", "--control-fd=3", config], {
    cwd: ROOT,
    env: { ...process.env, ...given, [INSTANCE_VARIABLE]: settings.stateDir, TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const lines = printed(child, settings.logLevel);
  let hasEnded = false;
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => {
      hasEnded = true;
      resolve(code ?? 1);
    });
  });
  /** @type {Promise<void> | undefined} */
  let stopping;
  return {
    ended,
    stop: () => {
      lines.hush();
      stopping ??= end(child.pid);
      return stopping;
    },
    hasEnded: () => hasEnded,
    output: lines.last,
    suspicion: { isRaised: false, hasAnswered: false },
    activity: () => activityOf(child.pid),
    controls: controlsOf(/** @type {import("node:stream").Readable} */ (child.stdio[3]), key),
    isOutdated: false,
  };
}

/**
 * Settings of the Worker, by name.
 * @param {import("../settings.mjs").StartSettings} settings
 * @param {Record<string, string>} vars
 * @param {string} key
 */
function settingsOf({ logLevel, systemDns }, vars, key) {
  return {
    ...vars,
    LOG_LEVEL: logLevel,
    ...(systemDns !== undefined && { SYSTEM_DNS_URL: systemDns }),
    [CONTROLS.key]: key,
  };
}

/**
 * Throws an Error that names the setting and the fix.
 * @param {Record<string, string>} vars
 * @returns {Record<string, string>} the same
 */
export function usable(vars) {
  try {
    networksOf(vars["TRUSTED_PROXIES"] ?? "");
    return vars;
  } catch (error) {
    throw new Error(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** The program of this platform, from its package. */
function runtimePath() {
  return createRequire(import.meta.url)("workerd").default;
}

/**
 * Prints what is to be seen, and keeps the last lines.
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} level
 */
function printed(child, level) {
  /** @type {string[]} */
  const lines = [];
  let isHushed = false;
  const forward = (
    /** @type {import("node:stream").Readable | null} */ from,
    /** @type {NodeJS.WriteStream} */ to,
  ) => {
    if (from === null) return;
    createInterface({ input: from }).on("line", (line) => {
      const shown = isHushed ? undefined : shownLine(line, level);
      if (shown === undefined) return;
      lines.push(shown);
      if (lines.length > KEPT_LINES) lines.shift();
      to.write(`${shown}\n`);
    });
  };
  forward(child.stdout, process.stdout);
  forward(child.stderr, process.stderr);
  return {
    last: () => lines.join("\n"),
    // A server that is being stopped may log errors; nobody needs them.
    hush: () => {
      isHushed = true;
    },
  };
}

/**
 * The address of the local controls, once the runtime listens there: on the loopback only, and known to nobody else.
 * @param {import("node:stream").Readable} events
 * @param {string} key
 * @returns {Promise<import("../keep-running.mjs").Controls>} never settles when the runtime ends before
 */
function controlsOf(events, key) {
  return new Promise((resolve) => {
    createInterface({ input: events }).on("line", (line) => {
      const { event, socket, port } = JSON.parse(line);
      if (event !== "listen" || socket !== CONTROLS.socket) return;
      const base = `http://127.0.0.1:${port}/${key}`;
      resolve({ cron: `${base}/cron`, mail: `${base}/mail` });
    });
  });
}

/** @param {number | undefined} pid */
async function end(pid) {
  if (pid === undefined) return;
  signalAll([pid], "SIGTERM");
  const alive = await whenGone([pid], PATIENCE_MS);
  signalAll(alive, "SIGKILL");
  await whenGone(alive, PATIENCE_MS);
}
