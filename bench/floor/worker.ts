/**
 * The least that can be called a durable chat turn: a hibernating socket, the words in SQLite, the model's stream passed
 * on as it comes. No recovery, no tools, no journal, no accounts: a lower bound, to be read beside the real figures.
 */
import { DurableObject } from "cloudflare:workers";

interface Env {
  ROOM: DurableObjectNamespace<Room>;
  MODEL_URL: string;
}

export class Room extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS said (at INTEGER PRIMARY KEY, role TEXT NOT NULL, content TEXT NOT NULL)",
    );
  }

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, text: string): Promise<void> {
    this.#keep("user", text);
    const messages = this.#sql.exec("SELECT role, content FROM said ORDER BY at").toArray();
    const response = await fetch(`${this.env.MODEL_URL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "mock", stream: true, messages }),
    });
    let reply = "";
    for await (const delta of deltasOf(response)) {
      reply += delta;
      socket.send(JSON.stringify({ delta }));
    }
    this.#keep("assistant", reply);
    socket.send('{"end":true}');
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  #keep(role: string, content: string): void {
    this.#sql.exec("INSERT INTO said (role, content) VALUES (?, ?)", role, content);
  }
}

async function* deltasOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const delta: unknown = JSON.parse(line.slice(6)).choices[0]?.delta.content;
      if (typeof delta === "string") yield delta;
    }
  }
}

export default {
  fetch(request: Request, env: Env): Promise<Response> | Response {
    const name = new URL(request.url).pathname.slice(1);
    if (request.headers.get("upgrade") !== "websocket") return new Response("floor");
    return env.ROOM.get(env.ROOM.idFromName(name)).fetch(request);
  },
};
