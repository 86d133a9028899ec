/** The browser tests use Debian's own chromium. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Undefined when there is none; CHROMIUM names another. */
export function findChromium() {
  return [process.env["CHROMIUM"] ?? "", ...PLACES].find((place) => place !== "" && existsSync(place));
}

/** Installs it where that needs no question; throws an Error that says what to do elsewhere. */
export function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing chromium for the browser tests ...");
    apt(["update", "-qq"]);
    apt(["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
  if (findChromium() !== undefined) return;
  throw new Error(
    'The browser tests need chromium. Install it ("sudo apt-get install chromium"), or name one: CHROMIUM=/path/to/chrome npm test',
  );
}

/** @param {string[]} args */
function apt(args) {
  spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
