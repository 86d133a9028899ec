/**
 * Gates in the outside world: what comes to one waits until the test opens it, and the test can wait until somebody
 * stands before it. Each call that passes is counted by its key, so that a test knows what happened out there.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export class Gates {
  private readonly gates = new Map<string, Gate>();
  private readonly calls = new Map<string, number>();

  /** Resolves when the gate is open. One that nobody has named is open. */
  pass(name: string): Promise<void> {
    const gate = this.gate(name);
    gate.arrived += 1;
    for (const tell of gate.watchers.splice(0)) tell();
    return gate.isShut ? new Promise((resolve) => gate.waiting.push(resolve)) : Promise.resolve();
  }

  shut(name: string): void {
    this.gate(name).isShut = true;
  }

  open(name: string): void {
    const gate = this.gate(name);
    gate.isShut = false;
    for (const go of gate.waiting.splice(0)) go();
  }

  /** Resolves when so many have come to it in all. */
  async reached(name: string, count: number): Promise<void> {
    const gate = this.gate(name);
    while (gate.arrived < count) await new Promise<void>((resolve) => gate.watchers.push(resolve));
  }

  count(key: string): number {
    const count = (this.calls.get(key) ?? 0) + 1;
    this.calls.set(key, count);
    return count;
  }

  counted(key: string): number {
    return this.calls.get(key) ?? 0;
  }

  private gate(name: string): Gate {
    const known = this.gates.get(name);
    if (known) return known;
    const made: Gate = { isShut: false, arrived: 0, waiting: [], watchers: [] };
    this.gates.set(name, made);
    return made;
  }
}

interface Gate {
  isShut: boolean;
  arrived: number;
  waiting: (() => void)[];
  watchers: (() => void)[];
}

export interface GateServer {
  url: string;
  close(): Promise<void>;
}

/** `POST /shut/{gate}`, `/open/{gate}`, `/call/{key}?gate=`, `GET /reached/{gate}?count=`, `/counted/{key}`. */
export async function startGates(gates: Gates): Promise<GateServer> {
  const server = createServer((request, response) => void serve(gates, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(gates: Gates, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://gates.test");
  const [, verb = "", ...rest] = url.pathname.split("/");
  const name = decodeURIComponent(rest.join("/"));
  const answer = await act(gates, verb, name, url.searchParams);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

async function act(gates: Gates, verb: string, name: string, query: URLSearchParams): Promise<unknown> {
  switch (verb) {
    case "shut":
      return gates.shut(name);
    case "open":
      return gates.open(name);
    case "reached":
      return gates.reached(name, Number(query.get("count") ?? "1"));
    case "counted":
      return gates.counted(name);
    case "call":
      gates.count(name);
      return gates.pass(query.get("gate") ?? "");
    default:
      return { error: `no verb ${verb}` };
  }
}
