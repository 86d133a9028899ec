/** The floor app under `wrangler dev`, with the same flags as Nightjar. */
import path from "node:path";
import { ROOT, toolNode, toolScript } from "../../scripts/start/paths.mjs";
import { wranglerEnv } from "../../scripts/start/wrangler/env.mjs";
import { endTree, type Spawned, startCommand } from "./processes.ts";
import { openSession, type Protocol } from "./socket-session.ts";
import type { Session, Target } from "./target.ts";

export interface TargetOptions {
  port: number;
  modelUrl: string;
  stateDir: string;
  tracing: boolean;
  /** Settings of the instance in place of those of the mock model. */
  vars?: readonly string[];
  /** Of the Worker, in place of the product's own. */
  entry?: string;
  /** Of another checkout, with its packages, whose `npm start` is measured. */
  root?: string;
}

const PROTOCOL: Protocol = {
  encode: (text) => text,
  read: (frame) => {
    const { delta, end } = JSON.parse(frame);
    return end === true ? "end" : { text: delta };
  },
};

export class Floor implements Target {
  readonly name = "floor";
  readonly #options: TargetOptions;
  #spawned: Spawned | undefined;
  #conversations = 0;

  constructor(options: TargetOptions) {
    this.#options = options;
  }

  get pid(): number {
    return this.#spawned?.pid ?? -1;
  }

  get stateDir(): string {
    return this.#options.stateDir;
  }

  async start(): Promise<void> {
    const { port, modelUrl, stateDir, tracing } = this.#options;
    const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
    args.push(
      "--show-interactive-dev-session=false",
      "--persist-to",
      stateDir,
      "--var",
      `MODEL_URL:${modelUrl}`,
    );
    this.#spawned = await startCommand(toolNode(), [toolScript("wrangler"), ...args], {
      cwd: path.join(ROOT, "bench/floor"),
      env: wranglerEnv({ stateDir, tracing }),
      ready: /Ready on/,
    });
    await fetch(`http://127.0.0.1:${port}/`);
  }

  stop(): Promise<void> {
    return endTree(this.pid, "SIGTERM");
  }

  kill(): Promise<void> {
    return endTree(this.pid, "SIGKILL");
  }

  async ask(plan: string): Promise<void> {
    const session = await this.connect();
    await session.turn(plan);
    await session.close();
  }

  connect(): Promise<Session> {
    this.#conversations++;
    const name = `c${this.#conversations}-${Date.now().toString(36)}`;
    return openSession(`ws://127.0.0.1:${this.#options.port}/${name}`, {}, PROTOCOL);
  }
}
