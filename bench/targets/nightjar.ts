/** Nightjar as `npm start` runs it. */
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../../scripts/start/paths.mjs";
import type { ClientFrame, NightjarEvent, ServerFrame } from "../../src/channels/web/wire.ts";
import type { Uses } from "../measure/uses-of.ts";
import type { TargetOptions } from "./floor.ts";
import { endTree, type Spawned, startCommand } from "./processes.ts";
import { openSession, type Protocol, type Reading } from "./socket-session.ts";
import { expectedText, type Session, type Target } from "./target.ts";

const TOKEN = "bench-admin-token-0123456789";
let sends = 0;

const PROTOCOL: Protocol = {
  encode: (text) => {
    sends++;
    const frame: ClientFrame = { type: "send", client_id: `bench-${process.pid}-${sends}`, text };
    return JSON.stringify(frame);
  },
  read: (text): Reading => {
    const frame: NightjarEvent | ServerFrame = JSON.parse(text);
    if (frame.type === "text") return { text: frame.delta };
    if (frame.type === "reset") return "void";
    if (frame.type === "refused") return { failed: frame.reason };
    if (frame.type !== "turn_end") return undefined;
    return frame.status === "completed" ? "end" : { failed: `the turn ${frame.status}` };
  },
};

export class NightjarTarget implements Target {
  readonly name = "Nightjar";
  readonly #options: TargetOptions;
  #spawned: Spawned | undefined;

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
    const { port, stateDir, tracing, entry, root = ROOT } = this.#options;
    const varsFile = await this.#writeVars();
    this.#spawned = await startCommand(process.execPath, [path.join(root, "scripts/start.mjs")], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        STATE_DIR: stateDir,
        VARS_FILE: varsFile,
        X_LOCAL_OBSERVABILITY: String(tracing),
        ...(entry !== undefined && { WORKER_ENTRY: entry }),
      },
      ready: /\/signin\/\S+/,
    });
  }

  stop(): Promise<void> {
    return endTree(this.pid, "SIGTERM");
  }

  kill(): Promise<void> {
    return endTree(this.pid, "SIGKILL");
  }

  async connect(): Promise<Session> {
    return (await this.connectTo(await this.createConversation())).session;
  }

  async connectTo(id: string): Promise<{ session: Session; id: string }> {
    const url = `ws://127.0.0.1:${this.#options.port}/api/v1/conversations/${id}/socket?cursor=0`;
    return { session: await openSession(url, { authorization: `Bearer ${TOKEN}` }, PROTOCOL), id };
  }

  async ask(plan: string): Promise<void> {
    const { status, reply } = await this.call<{ status: string; reply: string }>("POST", "/chat", {
      message: `bench <<${plan}>>`,
    });
    if (status !== "completed" || reply.trim() !== expectedText(plan).trim())
      throw new Error(`${status}: ${reply}`);
  }

  async createConversation(): Promise<string> {
    return (await this.call<{ id: string }>("POST", "/conversations", {})).id;
  }

  async call<T>(method: string, route: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.#options.port}/api/v1${route}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Of the platform, since this was last asked: the Worker has to be `bench/uses/worker.ts`. */
  async uses(): Promise<Uses> {
    return (await (await fetch(`http://127.0.0.1:${this.#options.port}/bench/uses`)).json()) as Uses;
  }

  async #writeVars(): Promise<string> {
    const { stateDir, modelUrl, vars } = this.#options;
    await mkdir(stateDir, { recursive: true });
    const file = path.join(stateDir, "vars");
    const lines = [`ADMIN_TOKEN=${TOKEN}`, "SESSION_SECRET=bench-session-secret-0123456789"];
    const mock = [`OPENAI_BASE_URL=${modelUrl}`, "OPENAI_API_KEY=bench", "DEFAULT_MODEL=openai/mock"];
    lines.push(...(vars ?? mock));
    writeFileSync(file, `${lines.join("\n")}\n`);
    return file;
  }
}
