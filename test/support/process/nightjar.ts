/** A real instance for a test, on its own state, settings and port, in a process group that can be killed as a power cut would. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { toolNode } from "../../../scripts/start/paths.mjs";
import { Command } from "./command.ts";
import { ConversationSocket } from "./conversation-socket.ts";
import { type Entry, workersFileOf } from "./entries.ts";
import { freePort } from "./free-port.ts";
import { fillFreshState } from "./fresh-state.ts";
import { groupMembers, whenGroupGone } from "./process-group.ts";

export const TOKEN = "test-admin-token-0123456789";

/**
 * `npm`: as a person starts it. `script`: what npm would run. `runtime`: the built Worker in workerd alone, without
 * wrangler, its proxy and its watch; it starts in about a second, dies of a power cut as the others do, and serves no pages.
 * `pages`: the same with the web app.
 */
export type Launcher = "npm" | "script" | "runtime" | "pages";

export interface NightjarOptions {
  /** More lines of `.dev.vars`. */
  vars?: Record<string, string>;
  /** A state folder that is kept by the caller; absent: a prepared one, removed by `dispose`. */
  state?: string;
  port?: number;
  /** Entry of the Worker, relative to the repository's root; default: the product's. */
  entry?: Entry;
  /** The default is `script`. */
  launcher?: Launcher;
}

/** Resolves when the instance has printed its sign-in link. */
export async function startNightjar(options: NightjarOptions = {}): Promise<Nightjar> {
  const home = mkdtempSync(path.join(tmpdir(), "nightjar-test-"));
  const varsFile = path.join(home, "vars");
  const vars = { ADMIN_TOKEN: TOKEN, SESSION_SECRET: "test-session-secret-0123456789", ...options.vars };
  writeFileSync(
    varsFile,
    Object.entries(vars)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const state = options.state ?? path.join(home, "state");
  if (options.state === undefined) fillFreshState(state);
  const nightjar = new Nightjar({
    home,
    state,
    varsFile,
    port: options.port ?? (await freePort()),
    launcher: options.launcher ?? "script",
    entry: options.entry ?? "src/index.ts",
  });
  await nightjar.start();
  return nightjar;
}

/** Can be handed to another process, which then finds the instance and does not own it. */
export interface Place {
  home: string;
  state: string;
  varsFile: string;
  port: number;
  launcher: Launcher;
  entry: Entry;
}

const COMMANDS: Record<Launcher, (entry: Entry) => [string, ...string[]]> = {
  npm: () => ["npm", "start"],
  script: () => ["node", "scripts/start.mjs"],
  runtime: (entry) => [toolNode(), RUNTIME, workersFileOf(entry)],
  pages: (entry) => [toolNode(), RUNTIME, workersFileOf(entry), "pages"],
};
const RUNTIME = fileURLToPath(new URL("./runtime.mjs", import.meta.url));

export class Nightjar {
  readonly place: Place;
  private started: Command | undefined;
  private sockets: ConversationSocket[] = [];

  constructor(place: Place) {
    this.place = place;
  }

  get url(): string {
    return `http://127.0.0.1:${this.place.port}`;
  }

  get command(): Command {
    if (this.started === undefined) throw new Error("not started");
    return this.started;
  }

  /** The one-time link of the last start. */
  get signInLink(): string {
    return /http\S+\/signin\/\S+/.exec(this.command.stdout)?.[0] ?? "";
  }

  /** Addresses that ring crons and hand in mail, which only its starter and the owner of its state know. */
  controls(): { cron: string; mail: string } {
    const owner = JSON.parse(readFileSync(path.join(this.place.state, "nightjar.lock"), "utf8"));
    return owner.controls;
  }

  /** Settings for programs that find the instance by environment. */
  get environment(): Record<string, string> {
    return { NIGHTJAR_URL: this.url, NIGHTJAR_TOKEN: TOKEN };
  }

  /** Starts on the same state, port and settings; also again after `stop` or `kill9`. */
  async start(): Promise<void> {
    this.started = this.launch();
    await this.started.output(/\/signin\/\S+/);
  }

  /** Another start with some of the environment changed, not waited for. */
  launch(env: Record<string, string> = {}): Command {
    const { port, state, varsFile, launcher, entry } = this.place;
    const place = { PORT: String(port), STATE_DIR: state, VARS_FILE: varsFile };
    const settings = {
      ...place,
      SKIP_INSTALL: "true",
      ...(entry !== "src/index.ts" && { WORKER_ENTRY: entry }),
    };
    const [command, ...args] = COMMANDS[launcher](entry);
    return new Command(command, args, { env: { ...settings, ...env } });
  }

  /** Every process of the instance. */
  processes(): number[] {
    return groupMembers(this.command.pid);
  }

  /** A power cut: the whole group at once, without a word. */
  async kill9(): Promise<void> {
    this.command.signalGroup("SIGKILL");
    await this.command.exited;
    await whenGroupGone(this.command.pid);
  }

  /** The way a service manager ends it. */
  async stop(): Promise<number> {
    this.command.signal("SIGTERM");
    const code = await this.command.exited;
    await whenGroupGone(this.command.pid);
    return code;
  }

  /** For the end of a test, whatever state things are in. */
  async dispose(): Promise<void> {
    for (const socket of this.sockets) socket.close();
    if (this.started !== undefined && !this.started.hasEnded) await this.kill9();
    rmSync(this.place.home, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A call of the API as the operator. Throws when the answer is no success. */
  async request<T = unknown>(method: string, route: string, body?: unknown): Promise<T> {
    const response = await this.fetch(method, route, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  fetch(method: string, route: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/api/v1${route}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A new conversation's id. */
  async createConversation(body: Record<string, unknown> = {}): Promise<string> {
    return (await this.request<{ id: string }>("POST", "/conversations", body)).id;
  }

  /** A subscriber of the conversation's events after the cursor. */
  async socket(conversation: string, cursor = 0): Promise<ConversationSocket> {
    const address = `${this.url.replace("http", "ws")}/api/v1/conversations/${conversation}/socket?cursor=${cursor}`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${TOKEN}` } });
    const connected = await ConversationSocket.opened(socket);
    this.sockets.push(connected);
    return connected;
  }
}
