/**
 * Cloudflare's API v4 on the loopback, as far as a deployment asks it: one account with its D1 database on real SQLite, bucket, queues,
 * vector index and Workers. It keeps what it is told, and fails as it is told.
 */
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "./address.ts";
import { FakeD1 } from "./d1.ts";
import { Failure, type Reply, type Route, type Routed } from "./route.ts";
import { storageRoutes } from "./storage.ts";
import { FakeWorkers } from "./workers.ts";

export const TOKEN = "test-token";
export const ACCOUNT = "0123456789abcdef0123456789abcdef";
const OWN = `/accounts/${ACCOUNT}`;

export interface Call {
  method: string;
  path: string;
  body: string;
}

/** How it refuses: by the start of "METHOD /path" below the account, for so many times. */
export interface Refusal {
  at: string;
  status: number;
  code: number;
  message: string;
  times?: number;
}

export class FakeCloudflare {
  readonly calls: Call[] = [];
  readonly refusals: Refusal[] = [];
  readonly d1 = new FakeD1();
  readonly workers = new FakeWorkers();
  readonly buckets = new Set<string>();
  readonly queues: { queue_name: string; queue_id: string; consumers: object[] }[] = [];
  readonly indexes = new Map<string, { config: unknown; metadataIndexes: object[] }>();
  accounts = [{ id: ACCOUNT, name: "Test Account" }];
  base = "";
  private readonly server = createServer(async (request, response) => {
    const { status, body } = await this.answer(request);
    response.writeHead(status, { "content-type": "application/json", ...body.headers }).end(body.text);
  });
  private readonly routes: Route[] = [
    ["GET", /^\/accounts$/, () => this.accounts],
    ["GET", /^\/memberships$/, () => this.accounts.map((account) => ({ account, roles: [] }))],
    ["GET", /^\/user$/, () => ({ id: "user", email: "me@example.com" })],
    ...this.d1.routes(OWN, () => this.base),
    ...storageRoutes(OWN, this),
    ...this.workers.routes(OWN),
  ];

  static async start(): Promise<FakeCloudflare> {
    const fake = new FakeCloudflare();
    fake.base = `http://127.0.0.1:${await listen(fake.server)}`;
    return fake;
  }

  /** Environment that makes a process take this server for Cloudflare. */
  get env(): Record<string, string> {
    return { CLOUDFLARE_API_BASE_URL: this.base, CLOUDFLARE_API_TOKEN: TOKEN };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
    this.d1.close();
  }

  /** "METHOD /path" of all that changed something below the account. */
  changes(): string[] {
    return this.calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path.replace(OWN, "")}`);
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: { text: string; headers?: object } }> {
    const url = new URL(request.url ?? "/", this.base);
    const method = request.method ?? "GET";
    const bytes = await buffer(request);
    this.calls.push({
      method,
      path: url.pathname,
      body: bytes.length > 200_000 ? "" : bytes.toString("utf8"),
    });
    try {
      this.requireAllowed(request, method, url.pathname);
      const reply = await this.route({ method, url, bytes, headers: request.headers });
      if (reply instanceof Response)
        return {
          status: reply.status,
          body: { text: await reply.text(), headers: Object.fromEntries(reply.headers) },
        };
      return { status: 200, body: { text: JSON.stringify(envelope(reply)) } };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, code, message } = error;
      return {
        status,
        body: {
          text: JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }),
        },
      };
    }
  }

  private requireAllowed(request: IncomingMessage, method: string, path: string): void {
    const isUpload = path.startsWith("/upload/") || path.endsWith("/workers/assets/upload");
    if (!isUpload && request.headers.authorization !== `Bearer ${TOKEN}`)
      throw new Failure(403, 9109, "Invalid access token");
    const refusal = this.refusals.find(
      ({ at, times = Number.POSITIVE_INFINITY }) =>
        times > 0 && `${method} ${path.replace(OWN, "")}`.startsWith(at),
    );
    if (refusal === undefined) return;
    if (refusal.times !== undefined) refusal.times -= 1;
    throw new Failure(refusal.status, refusal.code, refusal.message);
  }

  private route(asked: Routed): Reply {
    for (const [method, pattern, answer] of this.routes) {
      const match = method === asked.method ? pattern.exec(asked.url.pathname) : null;
      if (match !== null) return answer(asked, match.slice(1).map(decodeURIComponent));
    }
    throw new Failure(404, 7000, `No route for ${asked.method} ${asked.url.pathname}`);
  }
}

function envelope(result: unknown) {
  const count = Array.isArray(result) ? result.length : 1;
  const result_info = { page: 1, per_page: 50, count, total_count: count, total_pages: 1 };
  return { success: true, errors: [], messages: [], result, result_info };
}
