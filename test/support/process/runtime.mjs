/**
 * An instance without wrangler: the built Worker in workerd, on the same state folder and settings file as `npm start`,
 * with the web app when its second argument is "pages". It prints its sign-in link when it answers.
 */
import { readFileSync } from "node:fs";
import { createRequire, enableCompileCache, flushCompileCache } from "node:module";
import path from "node:path";
import { ensureVars } from "../../../scripts/start/dev-vars.mjs";
import { CACHE } from "../../../scripts/start/paths.mjs";
import { startCrons } from "../../../scripts/start/running/cron.mjs";
import { requestSignInLink } from "../../../scripts/start/running/sign-in.mjs";
import { localUrl, readSettings } from "../../../scripts/start/settings.mjs";
import { wranglerEnv } from "../../../scripts/start/wrangler/env.mjs";
import { controlsAt } from "../../../scripts/start/wrangler/server.mjs";

// Where `npm start` keeps what wrangler compiles to.
enableCompileCache(path.join(CACHE, "node"));
/**
 * It is one file of 160,000 lines: imported, they are read twice more to find out what it exports, half a second of computing.
 * @type {typeof import("miniflare")}
 */
const { convertV4MiniflareOptions, Miniflare } = createRequire(import.meta.url)("miniflare");
// Most of these processes are killed, and would keep nothing.
flushCompileCache();

const [workersFile = "", also] = process.argv.slice(2);
const settings = readSettings(process.env);
const vars = ensureVars(settings.varsFile);
const url = localUrl(settings);
Object.assign(process.env, wranglerEnv(settings));

const [worker, reader, web] = JSON.parse(readFileSync(workersFile, "utf8"));
const bindings = { ...worker.bindings, ...vars, LOG_LEVEL: settings.logLevel };
// The files are a service with two Workers of its own, which take a third of a second to start.
const { ASSETS: _, ...withoutPages } = worker.serviceBindings;
const workers =
  also === "pages"
    ? [{ ...worker, bindings }, reader, web]
    : [{ ...worker, bindings, serviceBindings: withoutPages }, reader];
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: settings.host,
    port: settings.port,
    resourcePersistencePath: path.join(settings.stateDir, "v3"),
    resourceTmpPath: path.join(settings.stateDir, "tmp"),
    unsafeTriggerHandlers: true,
    logRequests: false,
    workers,
  }),
);
process.once("SIGTERM", () => miniflare.dispose().then(() => process.exit(0)));
const link = await requestSignInLink({ url, token: vars["ADMIN_TOKEN"], hasEnded: () => false });
await startCrons(async () => controlsAt(url).cron);
console.log(link.url);
