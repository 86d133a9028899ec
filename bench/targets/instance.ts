/** An instance in a process group of its own, which is killed whole. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "../../scripts/start/paths.mjs";
import { freePort } from "./free-port.ts";

const TOKEN = "bench-admin-token-0123456789";
const SETTINGS = { ADMIN_TOKEN: TOKEN, SESSION_SECRET: "bench-session-secret-0123456789" };
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

export class Instance {
  /** All that it has said since its start. */
  output = "";
  readonly url: string;
  readonly token = TOKEN;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(stateDir: string, port: number, settings: Record<string, string>) {
    const vars = path.join(stateDir, "vars");
    const lines = Object.entries({ ...SETTINGS, ...settings }).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(vars, lines.join(""));
    const env = { ...process.env, PORT: String(port), STATE_DIR: stateDir, VARS_FILE: vars };
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, [path.join(ROOT, "scripts/start.mjs")], {
      ...{ cwd: ROOT, env, detached: true },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#ended = new Promise((resolve) => this.#child.once("close", resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (said) => {
        this.output += said;
      });
  }

  /** `settings`: more lines of `.dev.vars`. */
  static async start(stateDir: string, settings: Record<string, string> = {}): Promise<Instance> {
    return new Instance(stateDir, await freePort(), settings);
  }

  /** Resolves when it has shown its sign-in link. Rejects with its words when it ends before. */
  async ready(): Promise<void> {
    await this.#until(() => /\/signin\/\S+/.test(this.output));
  }

  /** Resolves with the ids of all conversations, when none of them is at work. */
  async settled(): Promise<string[]> {
    let ids: string[] = [];
    await this.#until(async () => {
      const { items } = await this.call<{ items: { id: string; state: string }[] }>(
        "GET",
        "/conversations?limit=100",
      );
      ids = items.map(({ id }) => id);
      return items.every(({ state }) => state === "idle");
    });
    return ids;
  }

  async call<T>(method: string, route: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/api/v1${route}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** Returns the file's id. */
  async upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/octet-stream" };
    const response = await fetch(`${this.url}/api/v1/files?name=${name}`, {
      method: "POST",
      headers,
      body: bytes,
    });
    if (!response.ok) throw new Error(`POST /files: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  }

  async bytes(route: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.url}/api/v1${route}`, { headers });
    if (!response.ok) throw new Error(`GET ${route}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  kill(): Promise<unknown> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<unknown> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<unknown> {
    const { pid } = this.#child;
    if (pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null)
      process.kill(signal === "SIGKILL" ? -pid : pid, signal);
    return this.#ended;
  }

  async #until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (this.#child.exitCode !== null || Date.now() > deadline) throw new Error(this.output.slice(-2_000));
      await pause(LOOK_MS);
    }
  }
}
