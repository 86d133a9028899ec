/** Cloudflare's browser binding on the wire, with Debian's chromium behind it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket as Client } from "ws";
import { findChromium } from "../../../scripts/test/chromium.mjs";
import type {
  BindingAnswer,
  BindingSocket,
  BrowserBinding,
} from "../../../src/app/wiring/outside/browser.ts";

export interface BrowserBehind {
  /** As `env.BROWSER`. */
  binding: BrowserBinding;
  /** Requests that the binding received: method and path. */
  asked: string[];
  close(): Promise<void>;
}

const QUIET = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--remote-debugging-port=0",
  // What keeps a page from the machine it runs on is to be ours alone here.
  "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,LocalNetworkAccessChecksWebRTC",
];

/** One chromium; every session is a connection to it. */
export async function startBrowserBinding(): Promise<BrowserBehind> {
  const executable = findChromium();
  if (executable === undefined)
    throw new Error("The browser tests need chromium: run `npm test browser` once.");
  const profile = await mkdtemp(join(tmpdir(), "nightjar-browser-"));
  const child = spawn(executable, [...QUIET, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const address = await addressOf(child);
  const asked: string[] = [];
  let sessions = 0;
  const fetch: BrowserBinding["fetch"] = async (input, { method = "GET" }) => {
    const { pathname, search } = new URL(input);
    asked.push(`${method} ${pathname}${search}`);
    if (method === "POST") return Response.json({ sessionId: `s${++sessions}` });
    if (method === "DELETE") return Response.json({ status: "closed" });
    return upgraded(address);
  };
  return {
    binding: { fetch },
    asked,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A Worker's socket delivers nothing before it is accepted; this one has nothing to say before it is asked. */
async function upgraded(address: string): Promise<BindingAnswer> {
  const client = new Client(address);
  await new Promise((resolve, reject) => {
    client.once("open", resolve);
    client.once("error", reject);
  });
  const webSocket = Object.assign(client, { accept: () => undefined }) as unknown as BindingSocket;
  return { ok: true, status: 101, json: async () => null, webSocket };
}

function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    stderr?.once("end", () => reject(new Error(`chromium ended: ${text.slice(-500)}`)));
  });
}
