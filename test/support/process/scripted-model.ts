/** A model of the OpenAI chat wire that says what the test tells it to, when the test tells it to. */
import { createServer, type Server, type ServerResponse } from "node:http";
import { type RealtimeReply, type RealtimeWire, speakRealtime } from "../model-wire/realtime-server.ts";
import { News } from "./news.ts";

interface ChatMessage {
  role: string;
  content: unknown;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: ChatMessage[];
  tools?: { function: { name: string } }[];
}

/** The model's behaviour for one request. Returning ends the answer. */
export type Script = (answer: Answer, request: ChatRequest) => void | Promise<void>;

/** Scripts of a speaker, used in the order of its requests; without a script it answers "ok", unless `always` says otherwise. */
export class Voice {
  readonly requests: ChatRequest[] = [];
  private readonly scripts: Script[] = [];
  private readonly news = new News();
  private otherwise: Script = (answer) => answer.text("ok");

  /** The scripts of the next requests, one each. */
  script(...scripts: Script[]): void {
    this.scripts.push(...scripts);
  }

  /** The script of every request without one of its own. */
  always(script: Script): this {
    this.otherwise = script;
    return this;
  }

  /** Drops the scripts that no request has used. */
  unscript(): void {
    this.scripts.length = 0;
  }

  /** Resolves when so many requests have come in all. */
  async requested(count: number): Promise<void> {
    const deadline = AbortSignal.timeout(60_000);
    while (this.requests.length < count) {
      if (deadline.aborted) throw new Error(`${this.requests.length} requests came, not ${count}`);
      await this.news.next(deadline);
    }
  }

  /** The script for an incoming request. */
  take(request: ChatRequest): Script {
    this.requests.push(request);
    const script = this.scripts.shift() ?? this.otherwise;
    this.news.tell();
    return script;
  }
}

/** Lines of `.dev.vars` for a model that listens there. Work in the background asks another one. */
export function modelVars(port: number): Record<string, string> {
  return {
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: "test-key",
    DEFAULT_MODEL: "openai/scripted",
    FAST_MODEL: "offline/nightjar",
  };
}

export class ScriptedModel {
  private readonly server: Server;
  /** Voices by the beginning of their conversations' first message, or by a pattern in it. */
  private readonly voices = new Map<string | RegExp, Voice>();
  private readonly others = new Voice();
  /** Answers of realtime models, one each. */
  readonly spoken: RealtimeReply[] = [];
  readonly realtime: RealtimeWire;
  /** Its sound of a text that is read aloud: the request itself, unless a test says otherwise. */
  speech: (response: ServerResponse, request: Buffer) => unknown = echoed;

  private constructor(server: Server) {
    this.server = server;
    this.realtime = speakRealtime(server, () => this.spoken.shift() ?? { answer: { text: ["ok"] } });
  }

  static async start(port = 0): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.url?.endsWith("/audio/transcriptions"))
          return response.writeHead(200).end(JSON.stringify({ text: heardIn(Buffer.concat(chunks)) }));
        if (request.url?.endsWith("/audio/speech")) return model.speech(response, Buffer.concat(chunks));
        if (request.url?.endsWith("/models"))
          return response.writeHead(200).end(JSON.stringify({ object: "list", data: [{ id: "scripted" }] }));
        if (!request.url?.endsWith("/chat/completions")) return response.writeHead(404).end("{}");
        return model.answer(JSON.parse(Buffer.concat(chunks).toString("utf8")), response);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return model;
  }

  /** Lines of `.dev.vars` that make this the instance's model. */
  get vars(): Record<string, string> {
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    return modelVars(address.port);
  }

  /** Where it listens, as a person types it in. */
  get address(): string {
    return this.vars["OPENAI_BASE_URL"] ?? "";
  }

  /** Requests of conversations without a voice of their own. */
  get requests(): readonly ChatRequest[] {
    return this.others.requests;
  }

  script(...scripts: Script[]): void {
    this.others.script(...scripts);
  }

  unscript(): void {
    this.others.unscript();
  }

  requested(count: number): Promise<void> {
    return this.others.requested(count);
  }

  /** The voice for conversations whose first message begins with these words, or matches the pattern. */
  voice(first: string | RegExp): Voice {
    const voice = new Voice();
    this.voices.set(first, voice);
    return voice;
  }

  close(): void {
    this.realtime.drop();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: ChatRequest, response: ServerResponse): Promise<void> {
    const script = this.voiceFor(request).take(request);
    const answer = new Answer(response, request.model);
    await script(answer, request);
    answer.finish();
  }

  private voiceFor({ messages }: ChatRequest): Voice {
    const first = wordsOf(messages.find(({ role }) => role === "user")?.content);
    for (const [mark, voice] of this.voices)
      if (typeof mark === "string" ? first.startsWith(mark) : mark.test(first)) return voice;
    return this.others;
  }
}

export function echoed(response: ServerResponse, request: Buffer): void {
  response.writeHead(200).end(request);
}

/** It hears what the recording's bytes read. */
function heardIn(form: Buffer): string {
  return /filename="voice\.\w+"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(form.toString())?.[1] ?? "";
}

function wordsOf(content: unknown): string {
  const [first] = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return typeof content === "string" ? content : (first?.text ?? "");
}

export class Answer {
  private readonly response: ServerResponse;
  private readonly model: string;
  private calls = 0;

  constructor(response: ServerResponse, model: string) {
    this.response = response;
    this.model = model;
    response.setHeader("content-type", "text/event-stream");
  }

  /** An error in place of an answer, in the server's words. */
  refuse(message: string): void {
    this.response.writeHead(400, { "content-type": "application/json" });
    this.response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
  }

  text(delta: string): void {
    this.delta({ content: delta });
  }

  /** A picture beside the text, as gateways send one. */
  picture(bytes: string): void {
    const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    this.delta({ images: [{ type: "image_url", image_url: { url } }] });
  }

  tool(name: string, input: unknown): void {
    const call = { name, arguments: JSON.stringify(input) };
    const id = `call_${name}_${Math.random().toString(36).slice(2)}`;
    this.delta({ tool_calls: [{ index: this.calls, id, type: "function", function: call }] });
    this.calls += 1;
  }

  /** Never ends by itself: for what a kill or a halt has to cut. */
  forever(): Promise<never> {
    return new Promise(() => undefined);
  }

  finish(): void {
    if (this.response.writableEnded) return;
    this.write({
      choices: [{ index: 0, delta: {}, finish_reason: this.calls > 0 ? "tool_calls" : "stop" }],
    });
    this.write({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
    this.response.end("data: [DONE]\n\n");
  }

  private delta(delta: Record<string, unknown>): void {
    this.write({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  private write(chunk: Record<string, unknown>): void {
    const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: this.model };
    this.response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
  }
}
