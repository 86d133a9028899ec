/** Runs `wrangler dev` for this instance, which bundles its sources again when they change, and ends all its processes. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { activityOf } from "../activity.mjs";
import { devConfigFiles } from "../dev-config.mjs";
import { ROOT, toolNode, toolScript } from "../paths.mjs";
import { descendants, signalAll, whenGone } from "../process-tree.mjs";
import { localUrl } from "../settings.mjs";
import { wranglerEnv } from "./env.mjs";
import { createNoiseFilter } from "./noise.mjs";

/** @typedef {import("../keep-running.mjs").Server} Server */

const KEPT_LINES = 40;

/**
 * Uses the configuration that was written for this instance.
 * @param {import("../settings.mjs").StartSettings} settings
 * @returns {Server}
 */
export function startWrangler(settings) {
  // In our own process group on purpose: Ctrl-C and a kill of the group reach all of it.
  const child = spawn(toolNode(), [toolScript("wrangler"), ...wranglerArgs(settings)], {
    cwd: ROOT,
    env: wranglerEnv(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {string[]} */
  const lines = [];
  const suspicion = { isRaised: false, hasAnswered: false };
  let hasEnded = false;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const accept = (/** @type {string} */ line) => {
    // A server that is being stopped may log errors; nobody needs them.
    if (stopping !== undefined) return false;
    if (/runtime crashed/i.test(line)) suspicion.isRaised = true;
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    return true;
  };
  forward(child.stdout, process.stdout, accept);
  forward(child.stderr, process.stderr, accept);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => {
      hasEnded = true;
      resolve(code ?? 1);
    });
  });
  return {
    ended,
    stop: () => {
      stopping ??= endTree(child.pid);
      return stopping;
    },
    hasEnded: () => hasEnded,
    output: () => lines.join("\n"),
    suspicion,
    activity: () => activityOf(child.pid),
    controls: Promise.resolve(controlsAt(localUrl(settings))),
    isOutdated: false,
  };
}

/** @param {string} url */
export function controlsAt(url) {
  return { cron: `${url}/cdn-cgi/local/scheduled`, mail: `${url}/cdn-cgi/local/email` };
}

/** @param {import("../settings.mjs").StartSettings} settings */
function wranglerArgs(settings) {
  const configs = devConfigFiles(settings.stateDir).flatMap((file) => ["--config", file]);
  const args = ["dev", ...configs, "--local", "--ip", settings.host, "--port", String(settings.port)];
  args.push("--inspector-port", "0", "--show-interactive-dev-session=false");
  args.push("--log-level", settings.logLevel, "--persist-to", settings.stateDir);
  // Lines that are not shown are not even logged: each takes the runtime a millisecond or two.
  args.push("--var", `LOG_LEVEL:${settings.logLevel}`);
  if (settings.systemDns !== undefined) args.push("--var", `SYSTEM_DNS_URL:${settings.systemDns}`);
  args.push("--env-file", settings.varsFile);
  return args;
}

/**
 * @param {import("node:stream").Readable} from
 * @param {NodeJS.WriteStream} to
 * @param {(line: string) => boolean} accept
 */
function forward(from, to, accept) {
  const isWanted = createNoiseFilter();
  createInterface({ input: from }).on("line", (line) => {
    if (isWanted(line) && accept(line)) to.write(`${line}\n`);
  });
}

/** @param {number | undefined} pid */
async function endTree(pid) {
  if (pid === undefined) return;
  const all = [pid, ...descendants(pid)];
  // wrangler closes workerd by itself; processes that it forgets or that hang are ended below.
  signalAll([pid], "SIGTERM");
  await whenGone([pid], 3000);
  const late = [...all, ...descendants(pid)];
  signalAll(late, "SIGKILL");
  await whenGone(late, 2000);
}
