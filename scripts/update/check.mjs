/** A start of the code that was checked out, which is looked at by `nightjar doctor` and stopped. */
import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "../start/running/ask.mjs";

const STARTS_WITHIN_MS = 300_000;
const LOOK_MS = 500;
const WORDS = 3_000;
/** Checks of doctor that an update can break. Others, such as a missing backup, are no reason to go back. */
const ESSENTIAL = ["address", "database", "migrations", "bucket", "objects", "queue"];

/**
 * Rejects with what is wrong.
 * @param {{root: string, url: string, env: Record<string, string | undefined>}} instance
 */
export async function checkStart({ root, url, env }) {
  const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const words = lastWordsOf(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await whenUp(url, () => child.exitCode !== null || child.signalCode !== null, words);
    await requireWell(root, { ...env, NIGHTJAR_URL: url });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/**
 * @param {string} url
 * @param {() => boolean} hasEnded
 * @param {() => string} words
 */
async function whenUp(url, hasEnded, words) {
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < deadline && !hasEnded()) {
    const answer = await ask(`${url}/api/v1/health`, { timeoutMs: 5_000 }).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(LOOK_MS);
  }
  throw new Error(`it did not start:\n${words()}`);
}

/**
 * @param {string} root
 * @param {Record<string, string | undefined>} env
 */
async function requireWell(root, env) {
  const child = spawn(process.execPath, [path.join(root, "src/cli/main.mjs"), "doctor", "--json"], {
    env,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (/** @type {Buffer} */ data) => {
    output += data;
  });
  const words = lastWordsOf(child);
  await new Promise((resolve) => child.once("close", resolve));
  const problems = problemsIn(output);
  if (problems === undefined) throw new Error(`doctor could not look at it:\n${words()}`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/**
 * @param {string} output of doctor
 * @returns {string[] | undefined} undefined: it is no report
 */
export function problemsIn(output) {
  try {
    /** @type {{check: string, state: string, title: string, detail: string}[]} */
    const findings = JSON.parse(output).findings;
    return findings
      .filter(({ check, state }) => state === "problem" && ESSENTIAL.includes(check))
      .map(({ title, detail }) => `${title}: ${detail}`);
  } catch {
    // The instance ended before it answered.
    return undefined;
  }
}

/** @param {import("node:child_process").ChildProcess} child */
function lastWordsOf(child) {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      text = `${text}${chunk}`.slice(-WORDS);
    });
  return () => text.trim();
}
