/**
 * An address of workers.dev as the world sees it: TLS under its own name, reached through a proxy that takes every connection there.
 * What answers there is the test's.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { certificateFor } from "./certificate.ts";

export interface AskedThere {
  method: string;
  path: string;
  token: string | undefined;
  body: string;
}

export type AnswerThere = (asked: AskedThere) => { status: number; body: string };

export interface WorldAddress {
  /** Environment by which a process finds the address and trusts it. */
  env: Record<string, string>;
  asked: AskedThere[];
  close(): void;
}

export async function startAddress(host: string, answer: AnswerThere): Promise<WorldAddress> {
  const certificate = certificateFor(host);
  const asked: AskedThere[] = [];
  const server = createHttps(certificate, async (request, response) => {
    const { method = "", url: at = "", headers } = request;
    const one = { method, path: at, token: headers.authorization, body: await text(request) };
    asked.push(one);
    const { status, body } = answer(one);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const port = await listen(server);
  const sockets = new Set<Socket>();
  const proxy = createHttp();
  proxy.on("connect", (request, client: Socket) => {
    const name = request.url?.split(":")[0];
    if (name !== host) {
      client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const there = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    there.pipe(client).pipe(there);
  });
  const proxyPort = await listen(proxy);
  const folder = mkdtempSync(path.join(tmpdir(), "nightjar-address-"));
  const authority = path.join(folder, "authority.pem");
  writeFileSync(authority, certificate.cert);
  return {
    asked,
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      NO_PROXY: "127.0.0.1",
      NODE_EXTRA_CA_CERTS: authority,
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      proxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
