/** Cloudflare's browsers, by the binding: acquires one, then opens its DevTools socket. */
import { z } from "zod";
import type { BrowserSocket, Browsers, OpenBrowser } from "../../../tools/browser/port.ts";

/** The host means nothing: the binding looks at the path. */
const BASE = "https://browser.invalid/v1/devtools/browser";
/** Time without a word from us, in ms, after which an abandoned browser ends by itself. */
const KEEP_ALIVE = 60_000;

/** The part of the binding that is used. */
export interface BrowserBinding {
  fetch(
    address: string,
    init: { method?: string; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<BindingAnswer>;
}

export interface BindingAnswer {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
  webSocket?: BindingSocket | null;
}

export interface BindingSocket {
  /** Begins delivery: nothing is delivered before this call. */
  accept(): void;
  send(text: string): void;
  close(code: number, reason: string): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { reason: string }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
}

const Acquired = z.object({ sessionId: z.string().min(1) });

/** Undefined without the binding: then there is no browser tool. */
export function wireBrowsers(binding: BrowserBinding | undefined): Browsers | undefined {
  return binding && { open: (signal) => open(binding, signal) };
}

async function open(binding: BrowserBinding, signal: AbortSignal): Promise<OpenBrowser> {
  const answer = await binding.fetch(`${BASE}?keep_alive=${KEEP_ALIVE}`, { method: "POST", signal });
  if (!answer.ok) throw new Error(refusalText(answer.status));
  const { sessionId } = Acquired.parse(await answer.json());
  const address = `${BASE}/${encodeURIComponent(sessionId)}`;
  const end = async () => {
    // An abandoned browser ends by itself.
    await binding.fetch(address, { method: "DELETE" }).catch(() => undefined);
  };
  const { webSocket, status } = await binding.fetch(address, { headers: { upgrade: "websocket" }, signal });
  if (!webSocket) {
    await end();
    throw new Error(refusalText(status));
  }
  return { socket: socketOf(webSocket), close: () => closed(webSocket, end) };
}

async function closed(webSocket: BindingSocket, end: () => Promise<void>): Promise<void> {
  try {
    webSocket.close(1000, "done");
  } catch {
    // The other side had closed it already.
  }
  await end();
}

function socketOf(webSocket: BindingSocket): BrowserSocket {
  return {
    send: (text) => webSocket.send(text),
    listen({ message, close }) {
      webSocket.addEventListener("message", ({ data }) =>
        message(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer)),
      );
      webSocket.addEventListener("close", ({ reason }) =>
        close(`The browser has ended${reason ? `: ${reason}` : ""}.`),
      );
      webSocket.addEventListener("error", () => close("The connection to the browser broke."));
      webSocket.accept();
    },
  };
}

function refusalText(status: number): string {
  return status === 429
    ? "All browsers of this account are in use, or today's browser time is used up (429). Try again later."
    : `No browser could be opened (${status}). Try again later.`;
}
