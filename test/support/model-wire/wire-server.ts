/** A real HTTP server on the loopback that answers as it is told and remembers what it was asked. */

import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply, Step } from "./reply.ts";

export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  body: any;
}

export interface WireServer {
  /** Without a trailing slash. */
  url: string;
  requests: WireRequest[];
  /** For what else it speaks: WebSockets. */
  http: Server;
  close(): Promise<void>;
}

export type Responder = (request: WireRequest) => Reply | Promise<Reply>;

/** Any free port when none is given. */
export async function startWireServer(respond: Responder, port = 0): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await read(incoming);
    requests.push(request);
    await play(await respond(request), outgoing);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}`,
    requests,
    http: server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = incoming;
  return { method, path: url, headers, body: parsed(Buffer.concat(chunks).toString("utf8")) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is for the test to judge.
    return undefined;
  }
}

async function play(reply: Reply, outgoing: ServerResponse): Promise<void> {
  const isSilent = reply.status === undefined && reply.headers === undefined;
  if (!isSilent) {
    outgoing.writeHead(reply.status ?? 200, reply.headers);
    outgoing.flushHeaders();
  }
  for (const step of reply.steps) {
    if (outgoing.destroyed) return;
    const goesOn = await take(step, outgoing);
    if (!goesOn) return;
  }
  outgoing.end();
}

/** False when the reply ends here. */
async function take(step: Step, outgoing: ServerResponse): Promise<boolean> {
  switch (step.do) {
    case "write":
      await new Promise<void>((resolve) => outgoing.write(step.bytes, () => resolve()));
      return true;
    case "wait":
      await new Promise((resolve) => setTimeout(resolve, step.ms));
      return true;
    case "until":
      await step.happened;
      return true;
    case "pass":
      await step.gate();
      return true;
    case "tell":
      step.tell();
      return true;
    case "cut":
      outgoing.socket?.destroy();
      return false;
    case "hang":
      return false;
  }
}
