/** An instance of this checkout for a trial: an empty state and secrets of its own, by which nothing that was sealed can be opened. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packageFolder } from "../doctor/here.mjs";
import { CommandError } from "../terminal/exit.mjs";

const STARTS_WITHIN_MS = 180_000;
const LOOK_MS = 300;
const STOPS_WITHIN_MS = 10_000;

/**
 * Resolves with what `work` gives; the instance and all that it wrote are gone then.
 * @template T
 * @param {(instance: import("../connection/instance.mjs").Instance) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withThrowAway(work) {
  const script = packageFolder("scripts/start.mjs");
  if (!existsSync(script)) throw new CommandError("A drill needs the folder of a Nightjar: run it there.");
  const home = mkdtempSync(path.join(tmpdir(), "nightjar-drill-"));
  const token = randomBytes(24).toString("hex");
  const port = await freePort();
  const vars = path.join(home, "vars");
  writeFileSync(vars, `ADMIN_TOKEN=${token}\nSESSION_SECRET=${randomBytes(24).toString("hex")}\n`, {
    mode: 0o600,
  });
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: "127.0.0.1",
    VARS_FILE: vars,
    STATE_DIR: path.join(home, "state"),
  };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said = lastWordsOf(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const instance = { url: `http://127.0.0.1:${port}`, token };
    await whenUp(instance, { child, said });
    return await work(instance);
  } finally {
    child.kill("SIGTERM");
    await Promise.race([ended, pause(STOPS_WITHIN_MS, undefined, { ref: false })]);
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * @param {{url: string}} instance
 * @param {{child: import("node:child_process").ChildProcess, said: () => string}} process
 */
async function whenUp({ url }, { child, said }) {
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/api/v1/health`).catch(() => undefined);
    if (response?.ok) return;
    await pause(LOOK_MS);
  }
  throw new CommandError(`The instance for the drill did not start:\n${said()}`);
}

/** @param {import("node:child_process").ChildProcess} child */
function lastWordsOf(child) {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      text = `${text}${chunk}`.slice(-2_000);
    });
  return () => text.trim();
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
