/**
 * An instance without wrangler, for tests of what survives a power cut: the built Worker in workerd, on the same state
 * folder and settings file as `npm start`. It prints its sign-in link when it answers.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { ensureVars } from "../../../scripts/start/dev-vars.mjs";
import { startCrons } from "../../../scripts/start/running/cron.mjs";
import { requestSignInLink } from "../../../scripts/start/running/sign-in.mjs";
import { localUrl, readSettings } from "../../../scripts/start/settings.mjs";
import { wranglerEnv } from "../../../scripts/start/wrangler-env.mjs";

const [workerFile = ""] = process.argv.slice(2);
const settings = readSettings(process.env);
const vars = ensureVars(settings.varsFile);
const url = localUrl(settings);
Object.assign(process.env, wranglerEnv(settings));

const worker = JSON.parse(readFileSync(workerFile, "utf8"));
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: settings.host,
    port: settings.port,
    resourcePersistencePath: path.join(settings.stateDir, "v3"),
    resourceTmpPath: path.join(settings.stateDir, "tmp"),
    unsafeTriggerHandlers: true,
    logRequests: false,
    workers: [{ ...worker, bindings: { ...worker.bindings, ...vars, LOG_LEVEL: settings.logLevel } }],
  }),
);
process.once("SIGTERM", () => miniflare.dispose().then(() => process.exit(0)));
const link = await requestSignInLink({ url, token: vars["ADMIN_TOKEN"], hasEnded: () => false });
await startCrons(url);
console.log(link.url);
