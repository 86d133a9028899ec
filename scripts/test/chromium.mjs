/** The browser tests use Debian's own chromium, in two forms; CHROMIUM names another for both. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WHOLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Has no windows, profiles and extensions, which the tests don't need: a page takes half the computing. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** The full chromium, which people and agents use. Undefined when there is none. */
export function findChromium() {
  return firstOf(WHOLE);
}

/** For pages of the app: the shell if there is one. Undefined when there is neither. */
export function findChromiumForPages() {
  return firstOf([SHELL, ...WHOLE]);
}

/** @param {string[]} places */
function firstOf(places) {
  return [process.env["CHROMIUM"] ?? "", ...places].find((place) => place !== "" && existsSync(place));
}

/** Throws an Error that says what to do when there is none at all. */
export function requireChromium() {
  if (findChromium() !== undefined) return;
  throw new Error(
    'The browser tests need chromium. Install it ("sudo apt-get install chromium"), or name one: CHROMIUM=/path/to/chrome npm test',
  );
}

/**
 * Installs both forms if that needs no question, in the background; without the shell the tests take longer and prove
 * the same. Resolves when it has ended, whatever the outcome.
 * @returns {Promise<void>}
 */
export function installChromium() {
  if (!canInstall()) return Promise.resolve();
  console.log(`Installing ${missing().join(" and ")} for the browser tests ...`);
  // A process of its own: packages are installed meanwhile, which blocks this one.
  const child = spawn(process.execPath, [fileURLToPath(new URL("chromium-main.mjs", import.meta.url))], {
    stdio: "inherit",
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
}

function canInstall() {
  const isAsked = process.env["CHROMIUM"] === undefined && missing().length > 0;
  return isAsked && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Blocks for as long as apt does. */
export function install() {
  installMissing();
  if (missing().length === 0) return;
  // Only now: newer lists would bring a newer chromium, in place of the installed one.
  apt(["update", "-qq"]);
  installMissing();
}

/** @returns {string[]} packages */
function missing() {
  return [
    ...(findChromium() === undefined ? ["chromium"] : []),
    ...(existsSync(SHELL) ? [] : ["chromium-headless-shell"]),
  ];
}

/** One by one: not every system that has the first has the second. */
function installMissing() {
  for (const name of missing()) apt(["install", "-y", "-qq", "--no-install-recommends", name]);
}

/** @param {string[]} args */
function apt(args) {
  spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
