/** All that a run of research reaches outside: a model, a search engine and pages, on one port, with a record of every call. */
import { createHash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type AskedMessage, researchChatAnswer } from "./chat-answer.ts";
import { pageAt, runIn, searched } from "./pages.ts";

export interface Call {
  kind: "model" | "search" | "page";
  /** The same for the same request. */
  key: string;
  run: string;
  /** Part of the run that asks: the first words of its instruction, or the kind. */
  step: string;
  asked_at: number;
  answered_at: number | undefined;
}

/** A place at which a run is killed: when its nth call has come and is not answered, or when that was answered. */
export interface Point {
  nth: number;
  side: "asked" | "answered";
}

const MODEL_MS = 150;
const OTHER_MS = 60;

export class World {
  readonly calls: Call[] = [];
  private readonly server: Server;
  private armed: { point: Point; reached(call: Call): void } | undefined;
  private count = 0;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(): Promise<World> {
    const server = createServer();
    const world = new World(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => void world.take(request.url ?? "", Buffer.concat(chunks).toString(), response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return world;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** Settings of an instance that works in this world. */
  get vars(): Record<string, string> {
    return {
      OPENAI_BASE_URL: `${this.origin}/v1`,
      OPENAI_API_KEY: "bench-key",
      DEFAULT_MODEL: "openai/scripted",
      FAST_MODEL: "openai/scripted",
      SEARXNG_URL: this.origin,
      FETCH_ALLOW_HOSTS: this.host,
    };
  }

  /** Resolves with the call at the point, counted from now on. A call that is `asked` there gets no answer. */
  reached(point: Point): Promise<Call> {
    this.count = 0;
    return new Promise((reached) => {
      this.armed = { point, reached };
    });
  }

  disarm(): void {
    this.armed = undefined;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async take(url: string, body: string, response: ServerResponse): Promise<void> {
    if (url.endsWith("/models"))
      return void response.end(JSON.stringify({ object: "list", data: [{ id: "scripted" }] }));
    const { call, answer } = this.known(url, body);
    this.calls.push(call);
    this.count += 1;
    const armed = this.armed?.point.nth === this.count ? this.armed : undefined;
    if (armed) this.armed = undefined;
    if (armed?.point.side === "asked") return armed.reached(call);
    await pause(call.kind === "model" ? MODEL_MS : OTHER_MS);
    response.once("finish", () => {
      call.answered_at = Date.now();
      armed?.reached(call);
    });
    answer(response);
  }

  private known(url: string, body: string): { call: Call; answer(response: ServerResponse): void } {
    const call = { key: url, run: runIn(url), asked_at: Date.now(), answered_at: undefined };
    if (url.startsWith("/search")) {
      const query = new URL(url, this.origin).searchParams.get("q") ?? "";
      const found = () => searched(this.origin, query);
      return {
        call: { ...call, kind: "search", step: "search" },
        answer: (response) => void response.end(found()),
      };
    }
    if (!url.endsWith("/chat/completions"))
      return { call: { ...call, kind: "page", step: "page" }, answer: (response) => sendPage(response, url) };
    const { messages } = JSON.parse(body) as { messages: AskedMessage[] };
    const said = JSON.stringify(messages);
    const key = createHash("sha256").update(said).digest("hex");
    const step = stepOf(messages);
    return {
      call: { ...call, kind: "model", key, step, run: runIn(said) },
      answer: (response) => sendAnswer(response, messages),
    };
  }
}

function stepOf(messages: readonly AskedMessage[]): string {
  const words = JSON.stringify(messages[0]?.content).match(/[A-Za-z]+/g) ?? [];
  const [, verb = "model"] = words[0] === "type" ? words.slice(3) : words;
  return verb;
}

function sendPage(response: ServerResponse, url: string): void {
  response.writeHead(200, { "content-type": "text/html" }).end(pageAt(url));
}

let answers = 0;

/** A request that is no part of a run, such as for a title, is answered with a word. */
function sendAnswer(response: ServerResponse, messages: readonly AskedMessage[]): void {
  const answer = researchChatAnswer(messages) ?? { type: "text" as const, text: "ok" };
  answers += 1;
  const delta =
    answer.type === "text"
      ? { content: answer.text }
      : {
          tool_calls: answer.calls.map(({ name, input }, index) => ({
            ...{ index, id: `call_${answers}_${index}`, type: "function" },
            function: { name, arguments: JSON.stringify(input) },
          })),
        };
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  const finish_reason = answer.type === "text" ? "stop" : "tool_calls";
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const choice of [
    { index: 0, delta, finish_reason: null },
    { index: 0, delta: {}, finish_reason },
  ])
    response.write(`data: ${JSON.stringify({ id: "c", model: "scripted", choices: [choice] })}\n\n`);
  response.write(`data: ${JSON.stringify({ id: "c", model: "scripted", choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}
