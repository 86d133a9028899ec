/** The configuration of the runtime for one start: the plan, with this instance's settings, folders and sockets. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { special, toCapnp } from "./capnp.mjs";
import { readPlan } from "./plan-file.mjs";
import { INTERNET, NIGHTJAR } from "./prune.mjs";

/** Socket of the local controls, and the entry of the built Worker that answers there. */
export const CONTROLS = { socket: "controls", entrypoint: "Controls", key: "CONTROLS_KEY" };

/** Collecting early saves memory: wrangler/env.mjs says how much. */
const V8_FLAGS = "--optimize-for-size --initial-heap-size=4";
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Writes the configuration into the state's folder. It names the settings and holds none of their values: those are for the environment.
 * @param {{settings: import("../settings.mjs").StartSettings, plan: string, names: readonly string[]}} instance the plan's folder, and the names of all settings
 * @returns {string} its file
 */
export function writeConfig({ settings, plan, names }) {
  const folder = path.join(settings.stateDir, "runtime");
  const file = path.join(folder, "workerd.capnp");
  const config = configOf(readPlan(plan, path.join(settings.stateDir, "v3")), settings, names);
  mkdirSync(folder, { recursive: true });
  for (const { disk } of config.services) if (disk !== undefined) mkdirSync(disk.path, { recursive: true });
  writeFileSync(file, configText(moduleFilesFrom(config, path.relative(folder, plan))));
  return file;
}

/** @param {unknown} config */
export function configText(config) {
  return `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${toCapnp(config)};\n`;
}

/**
 * @param {any} plan
 * @param {{host: string, port: number}} address
 * @param {readonly string[]} names
 */
export function configOf(plan, { host, port }, names) {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const service = { name: NIGHTJAR };
  return {
    ...plan,
    v8Flags: (process.env["MINIFLARE_WORKERD_V8_FLAGS"] ?? V8_FLAGS).split(" ").filter((flag) => flag !== ""),
    services: plan.services.map((/** @type {any} */ each) => {
      if (each.name === NIGHTJAR) return withSettings(each, names);
      return each.name === INTERNET ? withCertificates(each) : each;
    }),
    sockets: [
      { name: "entry", address, http: {}, service },
      {
        name: CONTROLS.socket,
        address: "127.0.0.1:0",
        http: {},
        service: { ...service, entrypoint: CONTROLS.entrypoint },
      },
    ],
  };
}

/**
 * @param {any} service
 * @param {readonly string[]} names
 */
function withSettings(service, names) {
  const given = new Set(names);
  const planned = service.worker.bindings.filter((/** @type {any} */ each) => !given.has(each.name));
  const settings = names.map((name) => ({ name, fromEnvironment: name }));
  return { ...service, worker: { ...service.worker, bindings: [...planned, ...settings] } };
}

/** Certificates that this machine trusts besides the usual. @param {any} internet */
function withCertificates(internet) {
  const file = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  const trustedCertificates = existsSync(file) ? (readFileSync(file, "utf8").match(CERTIFICATE) ?? []) : [];
  const tlsOptions = { ...internet.network.tlsOptions, trustedCertificates };
  return { ...internet, network: { ...internet.network, tlsOptions } };
}

/**
 * Paths of modules are relative to the plan; the runtime reads them from where the configuration lies.
 * @param {any} config
 * @param {string} plan
 */
function moduleFilesFrom(config, plan) {
  return JSON.parse(JSON.stringify(config), (_key, value) => {
    return typeof value?.["@"]?.embed === "string"
      ? special({ embed: path.posix.join(plan, value["@"].embed) })
      : value;
  });
}
