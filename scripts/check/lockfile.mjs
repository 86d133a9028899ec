/**
 * The lock file must name every platform's optional packages: "npm ci" refuses it otherwise, and a person with another
 * machine gets no binaries. A registry that carries one platform only makes npm leave the others out;
 * `scripts/complete-lockfile.mjs` puts them back.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {string} [resolved]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [engines]
 */

/** @typedef {Record<string, Locked>} Packages */

const EXACT = /^\d+\.\d+\.\d+/;

export const LOCK_FILE = path.join(ROOT, "package-lock.json");

/** @returns {Promise<string | undefined>} */
export async function checkLockfile() {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, "utf8"));
  const missing = missingOptionals(packages).map(({ name, range }) => `${name}@${range}`);
  if (missing.length > 0) {
    return `package-lock.json lacks ${missing.join(", ")}: run "node scripts/complete-lockfile.mjs"`;
  }
  const located = Object.keys(packages).filter((name) => packages[name].resolved !== undefined);
  return located.length === 0 ? undefined : `package-lock.json names a registry for ${located.join(", ")}`;
}

/**
 * @param {Packages} packages
 * @returns {{parent: string, name: string, range: string}[]}
 */
export function missingOptionals(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => !fits(find(packages, parent, name), range))
      .map(([name, range]) => ({ parent, name, range })),
  );
}

/**
 * @param {Locked | undefined} found
 * @param {string} range
 */
function fits(found, range) {
  return found !== undefined && (!EXACT.test(range) || found.version === range);
}

/**
 * Node's lookup: in the package's own node_modules, else in those above.
 * @param {Packages} packages
 * @param {string} parent
 * @param {string} name
 * @returns {Locked | undefined}
 */
function find(packages, parent, name) {
  const nested = parent === "" ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
  const found = packages[nested];
  if (found !== undefined || parent === "") return found;
  const above = parent.slice(0, Math.max(parent.lastIndexOf("node_modules/") - 1, 0));
  return find(packages, above, name);
}

/**
 * The lock with the missing packages added, as far as their versions are exact: the others need npm.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function complete(packages) {
  const added = { ...packages };
  for (const { parent, name, range } of missingOptionals(packages)) {
    if (!EXACT.test(range)) continue;
    const top = `node_modules/${name}`;
    const taken = added[top];
    const place = taken === undefined || taken.version === range ? top : `${parent}/${top}`;
    added[place] ??= entryOf(name, range, packages[parent] ?? {});
  }
  const { "": root, ...rest } = added;
  const sorted = Object.keys(rest).sort((a, b) => a.localeCompare(b, "en"));
  return {
    ...(root === undefined ? {} : { "": root }),
    ...Object.fromEntries(sorted.map((key) => [key, rest[key] ?? {}])),
  };
}

/**
 * @param {string} name
 * @param {string} version
 * @param {Locked} parent
 * @returns {Locked}
 */
function entryOf(name, version, parent) {
  const tokens = name.split("/").at(-1)?.split(/[-.]/) ?? [];
  const cpu = pick(CPUS, tokens);
  const os = pick(SYSTEMS, tokens);
  const libc = os === "linux" ? pick(LIBCS, tokens) : undefined;
  return {
    version,
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(parent.dev === true ? { dev: true } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}

/** Names of systems, in package names and in Node. */
const SYSTEMS = {
  win32: "win32",
  windows: "win32",
  ...same(["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "aix"]),
};
const CPUS = {
  64: "x64",
  ...same(["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"]),
};
const LIBCS = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/**
 * @param {string[]} names
 * @returns {Record<string, string>}
 */
function same(names) {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/**
 * @param {Record<string, string>} table
 * @param {string[]} tokens
 */
function pick(table, tokens) {
  return tokens.map((token) => table[token]).find((known) => known !== undefined);
}
