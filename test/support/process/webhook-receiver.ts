/** A receiver of webhooks on the loopback, which answers the first attempt of each event with 503. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedEvent {
  /** The `webhook-id`. */
  id: string;
  type: string;
  conversation: string;
}

export class WebhookReceiver {
  private readonly server: Server;
  private readonly tried = new Set<string>();
  /** Events that were answered with 204. */
  readonly events: ReceivedEvent[] = [];

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const id = String(request.headers["webhook-id"]);
        response.writeHead(receiver.take(id, Buffer.concat(chunks).toString())).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(id: string, body: string): number {
    if (!this.tried.has(id)) {
      this.tried.add(id);
      return 503;
    }
    const { type, data } = JSON.parse(body) as { type: string; data: { conversation_id: string } };
    this.events.push({ id, type, conversation: data.conversation_id });
    return 204;
  }
}
