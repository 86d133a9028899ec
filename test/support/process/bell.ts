/** A place in the world that a tool can reach: it counts who came, and answers when the test lets it. */
import { createServer, type Server } from "node:http";

/** An answer's body to a visit of that address; undefined: it has to wait until the test lets the place answer. */
type AtOnce = (address: URL) => string | undefined;

export class Bell {
  /** One line a visit: method and path. */
  readonly visits: string[] = [];
  private readonly server: Server;
  private readonly waiting = new Set<() => void>();
  private answers = false;

  private constructor(server: Server) {
    this.server = server;
  }

  static async hang(atOnce: AtOnce = () => undefined): Promise<Bell> {
    const server = createServer();
    const bell = new Bell(server);
    server.on("request", (request, response) => {
      bell.visits.push(`${request.method} ${request.url}`);
      for (const wake of [...bell.waiting]) wake();
      const body =
        atOnce(new URL(request.url ?? "/", `http://${bell.host}`)) ?? (bell.answers ? "ding" : undefined);
      // Silence holds the tool in mid-flight until it is killed.
      if (body !== undefined) response.writeHead(200, { "content-type": "text/plain" }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return bell;
  }

  /** As FETCH_ALLOW_HOSTS and programs name it. */
  get host(): string {
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    return `127.0.0.1:${address.port}`;
  }

  /** From now on visitors are answered. */
  answer(): void {
    this.answers = true;
  }

  async visited(count: number): Promise<void> {
    const deadline = AbortSignal.timeout(60_000);
    while (this.visits.length < count) {
      if (deadline.aborted) throw new Error(`${this.visits.length} visits came, not ${count}`);
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
        deadline.addEventListener("abort", () => resolve());
      });
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
