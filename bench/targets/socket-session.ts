/** A client's end over a WebSocket: one turn at a time, its text checked. */
import { WebSocket } from "ws";
import { expectedText, type Session, type TurnTimes } from "./target.ts";

const CLOSE_MS = 300;

/** What one frame means, in any protocol. */
export type Reading = { text: string } | "void" | "end" | { failed: string } | undefined;

export interface Protocol {
  encode(text: string): string;
  read(frame: string): Reading;
}

interface Running {
  began: number;
  first: number | undefined;
  text: string;
  plan: string;
  resolve(times: TurnTimes): void;
  reject(error: Error): void;
}

export async function openSession(
  url: string,
  headers: Record<string, string>,
  protocol: Protocol,
): Promise<Session> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  let running: Running | undefined;
  socket.on("message", (data) => {
    const now = performance.now();
    if (running === undefined) return;
    if (take(running, protocol.read(String(data)), now)) running = undefined;
  });
  socket.on("close", () => running?.reject(new Error("the connection was closed in a turn")));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  return {
    turn: (plan) =>
      new Promise((resolve, reject) => {
        running = { began: performance.now(), first: undefined, text: "", plan, resolve, reject };
        socket.send(protocol.encode(`bench <<${plan}>>`));
      }),
    close: () => closed(socket),
  };
}

/** Not every server answers a close frame, and waiting for one is not what is measured. */
function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.terminate(), CLOSE_MS);
    socket.once("close", () => {
      clearTimeout(giveUp);
      resolve();
    });
    socket.close();
  });
}

/** True when the turn is over. */
function take(running: Running, reading: Reading, now: number): boolean {
  if (reading === undefined) return false;
  if (reading === "void") {
    running.text = "";
    return false;
  }
  if (reading === "end") {
    settle(running, now);
    return true;
  }
  if ("failed" in reading) {
    running.reject(new Error(reading.failed));
    return true;
  }
  running.first ??= now;
  running.text += reading.text;
  return false;
}

function settle({ began, first, text, plan, resolve, reject }: Running, now: number): void {
  if (text === expectedText(plan)) resolve({ first: (first ?? now) - began, full: now - began });
  else reject(new Error(`wrong text: ${text.slice(0, 80)}`));
}
