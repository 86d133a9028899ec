/** The HTTP side of a platform of chats, on the loopback: answers, remembers what it was asked, and fails as it is told. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PlatformRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PlatformAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

export type Fault =
  | { fault: "none" }
  | { fault: "limit"; seconds: number }
  /** A page of a proxy. */
  | { fault: "error"; status: number }
  /** In the words of the Graph API. */
  | { fault: "refuse"; status: number; code: number }
  /** The connection breaks before the request is served. */
  | { fault: "cut" }
  /** The connection breaks after it is served. */
  | { fault: "drop" }
  /** Served, and answered at `release`. */
  | { fault: "hold" };

export interface Platform {
  /** Without a slash at its end. */
  url: string;
  requests: PlatformRequest[];
  /** Faults for the next requests, one each. */
  faults: Fault[];
  release(): void;
  close(): Promise<void>;
}

export async function startPlatform(serve: (request: PlatformRequest) => PlatformAnswer): Promise<Platform> {
  const requests: PlatformRequest[] = [];
  const faults: Fault[] = [];
  const held: (() => void)[] = [];
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await requestOf(incoming);
    requests.push(request);
    const fault = faults.shift() ?? { fault: "none" };
    if (fault.fault === "cut") return void outgoing.destroy();
    if (fault.fault === "limit")
      return send(outgoing, { status: 429, headers: { "retry-after": String(fault.seconds) }, body: "{}" });
    if (fault.fault === "error") return send(outgoing, { status: fault.status, body: "<html>Sorry</html>" });
    if (fault.fault === "refuse")
      return send(outgoing, { status: fault.status, body: JSON.stringify(refusalOf(fault.code)) });
    const answered = serve(request);
    if (fault.fault === "drop") return void outgoing.destroy();
    if (fault.fault === "hold") await new Promise<void>((resolve) => held.push(resolve));
    send(outgoing, answered);
  }
  // A platform does not hang up on a connection that is used again: on a busy machine five seconds are over soon.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    release: () => {
      for (const go of held.splice(0)) go();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refusalOf(code: number): object {
  return { error: { message: "refused", type: "OAuthException", code } };
}

async function requestOf(incoming: IncomingMessage): Promise<PlatformRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = incoming;
  const { pathname: path, searchParams: query } = new URL(url, "http://platform");
  return { method, path, query, headers, body: Buffer.concat(chunks) };
}

function send(outgoing: ServerResponse, { status, headers = {}, body }: PlatformAnswer): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}
