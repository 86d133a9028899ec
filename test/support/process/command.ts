/** A command in a process group of its own, with its output, so that a test can wait for words and not for time. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { News } from "./news.ts";
import { groupReport } from "./process-group.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** A first start takes 80 s and more where other programs keep both cores busy. */
const PATIENCE_MS = 200_000;

export class Command {
  stdout = "";
  stderr = "";
  /** The exit code; 128 + n where signal n ended it. */
  readonly exited: Promise<number>;
  private readonly child: ChildProcess;
  private readonly news = new News();
  private code: number | undefined;

  constructor(command: string, args: string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}) {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, NO_COLOR: "1", ...options.env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child = child;
    // One that has ended reads nothing more; how it ended is told by its code.
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (data: Buffer) => this.add("stdout", data));
    child.stderr.on("data", (data: Buffer) => this.add("stderr", data));
    this.exited = new Promise((resolve) => {
      child.once("error", (error) => {
        this.stderr += String(error);
        resolve(127);
      });
      child.once("close", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
    });
    this.exited.then((code) => {
      this.code = code;
      this.news.tell();
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("the command did not start");
    return this.child.pid;
  }

  get hasEnded(): boolean {
    return this.code !== undefined;
  }

  /** The first match on standard output. Throws with all output when the command ends or stays silent. */
  async output(pattern: RegExp): Promise<RegExpExecArray> {
    return this.match(pattern, () => this.stdout);
  }

  async errorOutput(pattern: RegExp): Promise<RegExpExecArray> {
    return this.match(pattern, () => this.stderr);
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }

  endInput(text = ""): void {
    this.child.stdin?.end(text);
  }

  /** To the whole group, as a terminal does with Ctrl-C. */
  signalGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch {
      // Already gone.
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private async match(pattern: RegExp, text: () => string): Promise<RegExpExecArray> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const match = pattern.exec(text());
      if (match !== null) return match;
      if (this.hasEnded || deadline.aborted) throw new Error(this.report(pattern));
      await this.news.next(deadline);
    }
  }

  private report(pattern: RegExp): string {
    const how = this.hasEnded ? `ended with ${this.code}` : `said nothing more\n${groupReport(this.pid)}`;
    return `waiting for ${pattern}, the command ${how}:\n${this.stdout}\n${this.stderr}`;
  }

  private add(stream: "stdout" | "stderr", data: Buffer): void {
    this[stream] += data.toString("utf8");
    this.news.tell();
  }
}
