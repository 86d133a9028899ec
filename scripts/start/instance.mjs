/**
 * From a fresh clone to a running instance and a sign-in link. Each step does nothing when its work is already done.
 * Runs on Node 20 without packages.
 */
import { totalmem } from "node:os";
import { startBackups } from "./backups/nightly.mjs";
import { backupPlan } from "./backups/plan.mjs";
import { banner } from "./banner.mjs";
import { ensureWebBuilt } from "./build-web.mjs";
import { writeDevConfigs } from "./dev-config.mjs";
import { ensureVars } from "./dev-vars.mjs";
import { requireRoom, watchRoom } from "./disk/room.mjs";
import { ensureInstalled } from "./install.mjs";
import { keepRunning } from "./keep-running.mjs";
import { appliedMigrations, ensureMigrated, requireKnown } from "./migrations/ensure.mjs";
import { ROOT } from "./paths.mjs";
import { requireFreePort } from "./port.mjs";
import { onSettingsChange, reloadSources } from "./reload.mjs";
import { startCrons } from "./running/cron.mjs";
import { defaultModel } from "./running/default-model.mjs";
import { nearbyModels } from "./running/nearby-models.mjs";
import { requestSignInLink } from "./running/sign-in.mjs";
import { ensurePlan } from "./runtime/plan-file.mjs";
import { startRuntime, usable } from "./runtime/server.mjs";
import { localUrl, readSettings } from "./settings.mjs";
import { noteForms } from "./snapshots/forms.mjs";
import { finishRollback } from "./snapshots/rollback.mjs";
import { ensureSnapshot } from "./snapshots/take.mjs";
import { lockState, writeOwner } from "./state-lock.mjs";
import { onStopRequest } from "./stop-request.mjs";
import { startSystemDns } from "./system-dns.mjs";
import { ensureWorkerBuilt, WORKER_SOURCES } from "./worker/build.mjs";
import { statesOf } from "./worker/changes.mjs";
import { startWrangler } from "./wrangler/server.mjs";

/**
 * @typedef {import("./settings.mjs").StartSettings} StartSettings
 * @typedef {import("./keep-running.mjs").Server} Server
 */

const began = Date.now();
/** Bytes: a build takes half a gigabyte and more. */
const ENOUGH_FOR_TWO = 2e9;

/**
 * Resolves when a stop was requested. Throws an Error that says what to mend.
 * @param {readonly string[]} [args] of the command
 */
export async function runInstance(args = []) {
  const settings = { ...readSettings(process.env, args), systemDns: await startSystemDns() };
  const unlock = await lockState(settings);
  process.once("exit", unlock);
  requireRoom(settings.stateDir);
  await requireFreePort(settings);
  ensureInstalled();
  const vars = ensureVars(settings.varsFile);
  const backups = backupPlan({ ...vars, ...process.env });
  const [worker, web] = await inTurn([() => workerOf(settings), ensureWebBuilt]);
  ensureUpToDate(settings.stateDir);
  const servers = settings.isDev
    ? await underWrangler(settings, worker)
    : await inRuntime(settings, { worker, web, vars });
  await serve({ settings, vars, servers, backups });
}

/** Builds all that a start needs, and starts nothing: for an image. Throws an Error that says what to mend. */
export async function buildInstance() {
  ensureInstalled();
  const [worker, web] = await inTurn([ensureWorkerBuilt, ensureWebBuilt]);
  await ensurePlan({ worker, web });
}

/**
 * Refuses a state of newer code before anything is touched, and copies one of older code before it is changed.
 * @param {string} stateDir
 */
function ensureUpToDate(stateDir) {
  finishRollback(stateDir);
  const applied = appliedMigrations(stateDir);
  requireKnown(stateDir, applied);
  ensureSnapshot(stateDir);
  // Before the first change: a start that is killed from here on must not leave a copy of the new forms as the newest.
  noteForms(stateDir);
  ensureMigrated(stateDir, applied);
}

/**
 * The built Worker. Undefined for another entry, which tests use: wrangler bundles that.
 * @param {StartSettings} settings
 */
async function workerOf({ entry, isDev }) {
  if (entry !== undefined) return undefined;
  // Noted before they are read: a change during the build counts as a change since.
  const sources = isDev ? statesOf(ROOT, WORKER_SOURCES) : new Map();
  return { folder: await ensureWorkerBuilt(), sources };
}

/**
 * Runs both builds at once, or one after the other where memory is short.
 * @template A, B
 * @param {[() => Promise<A>, () => Promise<B>]} builds
 * @returns {Promise<[A, B]>}
 */
async function inTurn([first, second]) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  if (memory > ENOUGH_FOR_TWO) return Promise.all([first(), second()]);
  return [await first(), await second()];
}

/**
 * Servers of one kind, one after the other.
 * @typedef {object} Servers
 * @property {() => Server} start
 * @property {(current: () => Server) => void} watch takes up what changes
 */

/**
 * Bundles again what changes.
 * @param {StartSettings} settings
 * @param {Awaited<ReturnType<typeof workerOf>>} worker
 * @returns {Promise<Servers>}
 */
async function underWrangler(settings, worker) {
  await writeDevConfigs({ ...settings, built: worker?.folder });
  return { start: () => startWrangler(settings), watch: () => reloadSources(settings, worker) };
}

/**
 * Runs what was built. Changed settings are taken up by a new runtime; changed sources count from the next start.
 * @param {StartSettings} settings
 * @param {{worker: Awaited<ReturnType<typeof workerOf>>, web: string, vars: Record<string, string>}} built
 * @returns {Promise<Servers>}
 */
async function inRuntime(settings, { worker, web, vars: first }) {
  const plan = await ensurePlan({ worker: worker?.folder ?? "", web });
  let vars = usable(first);
  const watch = (/** @type {() => Server} */ current) =>
    onSettingsChange(settings.varsFile, () => {
      vars = usable(ensureVars(settings.varsFile));
      const server = current();
      server.isOutdated = true;
      void server.stop();
    });
  return { start: () => startRuntime({ settings, plan, vars }), watch };
}

/**
 * The address and the link as people open them: by the public address, where there is one.
 * @param {string} address
 * @param {{url: string, link: {url: string, expires_at: string}}} here
 */
function shownAt(address, { url, link }) {
  const shown = address.replace(/\/+$/, "");
  return { url: shown, link: { ...link, url: link.url.replace(url, shown) } };
}

/**
 * @param {object} instance
 * @param {StartSettings} instance.settings
 * @param {Record<string, string>} instance.vars
 * @param {Servers} instance.servers
 * @param {import("./backups/plan.mjs").BackupPlan | undefined} instance.backups
 */
async function serve({ settings, vars, servers, backups }) {
  const url = localUrl(settings);
  const start = () => noted(settings, servers.start());
  let server = start();
  const current = () => server;
  const isStopping = onStopRequest(() => server.stop());
  try {
    const token = vars["ADMIN_TOKEN"];
    const link = await requestSignInLink({ url, token, hasEnded: server.hasEnded });
    server.suspicion.hasAnswered = true;
    const seconds = (Date.now() - began) / 1000;
    const asked = { url, token };
    const [model, nearby] = await Promise.all([defaultModel(asked), nearbyModels(asked)]);
    console.log(banner({ ...shownAt(vars["PUBLIC_URL"] || url, { url, link }), seconds, model, nearby }));
    await startCrons(async () => (await server.controls).cron);
    watchRoom(settings.stateDir);
    startBackups(backups, { ...asked, varsFile: settings.varsFile });
    servers.watch(current);
    const renew = () => {
      server = start();
    };
    await keepRunning({ current, renew, url, isStopping });
  } catch (error) {
    if (!isStopping()) throw error;
  } finally {
    await server.stop();
  }
}

/**
 * Writes its controls down, once it has any.
 * @param {StartSettings} settings
 * @param {Server} server
 */
function noted(settings, server) {
  server.controls.then((controls) => writeOwner(settings, controls)).catch((error) => console.error(error));
  return server;
}
