/**
 * From a fresh clone to a running instance and a sign-in link. Each step does nothing when its work is already done.
 * Runs on Node 20 without packages.
 */
import { startBackups } from "./backups/nightly.mjs";
import { backupPlan } from "./backups/plan.mjs";
import { banner } from "./banner.mjs";
import { ensureWebBuilt } from "./build-web.mjs";
import { writeDevConfigs } from "./dev-config.mjs";
import { ensureVars } from "./dev-vars.mjs";
import { ensureInstalled } from "./install.mjs";
import { keepRunning } from "./keep-running.mjs";
import { ensureMigrated, requireKnown } from "./migrations/ensure.mjs";
import { ROOT } from "./paths.mjs";
import { requireFreePort } from "./port.mjs";
import { reloadOnChange } from "./reload.mjs";
import { startCrons } from "./running/cron.mjs";
import { defaultModel } from "./running/default-model.mjs";
import { nearbyModels } from "./running/nearby-models.mjs";
import { requestSignInLink } from "./running/sign-in.mjs";
import { startServer } from "./server.mjs";
import { localUrl, readSettings } from "./settings.mjs";
import { noteForms } from "./snapshots/forms.mjs";
import { ensureSnapshot } from "./snapshots/take.mjs";
import { lockState } from "./state-lock.mjs";
import { onStopRequest } from "./stop-request.mjs";
import { startSystemDns } from "./system-dns.mjs";
import { ensureWorkerBuilt, WORKER_SOURCES } from "./worker/build.mjs";
import { statesOf } from "./worker/changes.mjs";

const began = Date.now();

/** Resolves when a stop was requested. Throws an Error that says what to mend. */
export async function runInstance() {
  const settings = { ...readSettings(process.env), systemDns: await startSystemDns() };
  const unlock = await lockState(settings);
  process.once("exit", unlock);
  await requireFreePort(settings);
  ensureInstalled();
  const vars = ensureVars(settings.varsFile);
  const backups = backupPlan({ ...vars, ...process.env });
  const [worker] = await Promise.all([workerOf(settings), ensureWebBuilt()]);
  ensureUpToDate(settings.stateDir);
  await writeDevConfigs({ ...settings, built: worker?.folder });
  await serve({ settings, vars, worker, backups });
}

/**
 * Refuses a state of newer code before anything is touched, and copies one of older code before it is changed.
 * @param {string} stateDir
 */
function ensureUpToDate(stateDir) {
  requireKnown(stateDir);
  ensureSnapshot(stateDir);
  ensureMigrated(stateDir);
  noteForms(stateDir);
}

/**
 * The built Worker. Undefined for another entry, which tests use: wrangler bundles that.
 * @param {import("./settings.mjs").StartSettings} settings
 */
async function workerOf({ entry }) {
  if (entry !== undefined) return undefined;
  // Noted before they are read: a change during the build counts as a change since.
  const sources = statesOf(ROOT, WORKER_SOURCES);
  return { folder: await ensureWorkerBuilt(), sources };
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
 * @param {import("./settings.mjs").StartSettings} instance.settings
 * @param {Record<string, string>} instance.vars
 * @param {Awaited<ReturnType<typeof workerOf>>} instance.worker
 * @param {import("./backups/plan.mjs").BackupPlan | undefined} instance.backups
 */
async function serve({ settings, vars, worker, backups }) {
  const url = localUrl(settings);
  let server = startServer(settings);
  const isStopping = onStopRequest(() => server.stop());
  try {
    const token = vars["ADMIN_TOKEN"];
    const link = await requestSignInLink({ url, token, hasEnded: server.hasEnded });
    server.suspicion.hasAnswered = true;
    const seconds = (Date.now() - began) / 1000;
    const asked = { url, token };
    const [model, nearby] = await Promise.all([defaultModel(asked), nearbyModels(asked)]);
    console.log(banner({ ...shownAt(vars["PUBLIC_URL"] || url, { url, link }), seconds, model, nearby }));
    await startCrons(url);
    startBackups(backups, { ...asked, varsFile: settings.varsFile });
    reloadOnChange(settings, worker);
    const replaced = (/** @type {typeof server} */ next) => {
      server = next;
    };
    await keepRunning({ server, settings, url, replaced, isStopping });
  } catch (error) {
    if (!isStopping()) throw error;
  } finally {
    await server.stop();
  }
}
