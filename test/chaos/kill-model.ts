/** What a real instance meets while it is killed: a model that does what the message says, and a place that counts. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openAiFrames } from "../support/model-wire/openai-frames.ts";
import { type Reply, type Step, stream, wait } from "../support/model-wire/reply.ts";
import { startWireServer, type WireRequest, type WireServer } from "../support/model-wire/wire-server.ts";

/** A turn that only talks, one that acts once, one that looks and then acts. */
export type Kind = "talk" | "act" | "look and act";

export interface Task {
  /** Unique: it is in the message, in the effect and in the answer. */
  tag: string;
  kind: Kind;
  pieces: number;
  gap_ms: number;
}

export function wordsFor({ tag, kind, pieces, gap_ms }: Task): string {
  return `Do it. <<${JSON.stringify({ tag, kind, pieces, gap_ms })}>>`;
}

/** What the answer says in the end, whatever happened on the way. */
export function answerTo({ tag, pieces }: Task): string {
  return Array.from({ length: pieces }, (_, n) => `${tag}.${n} `).join("");
}

export class KillModel {
  /** When the model was asked in a turn, by tag; ms of `performance.now()`. */
  readonly asked = new Map<string, number[]>();
  /** How often each effect happened. */
  readonly effects = new Map<string, number>();
  private readonly model: WireServer;
  private readonly place: Server;

  private constructor(model: WireServer, place: Server) {
    this.model = model;
    this.place = place;
  }

  static async start(): Promise<KillModel> {
    const place = createServer();
    await new Promise<void>((resolve) => place.listen(0, "127.0.0.1", resolve));
    let own: KillModel | undefined;
    const model = await startWireServer((request) => own?.reply(request) ?? stream([]));
    const made = new KillModel(model, place);
    own = made;
    place.on("request", ({ url = "" }, response) => {
      const tag = url.slice(1);
      made.effects.set(tag, (made.effects.get(tag) ?? 0) + 1);
      setTimeout(() => response.end("done"), 200);
    });
    return made;
  }

  /** Lines of `.dev.vars`. */
  get vars(): Record<string, string> {
    return {
      OPENAI_BASE_URL: `${this.model.url}/v1`,
      OPENAI_API_KEY: "test-key",
      DEFAULT_MODEL: "openai/killed",
      FETCH_ALLOW_HOSTS: this.host,
    };
  }

  async close(): Promise<void> {
    await this.model.close();
    this.place.closeAllConnections();
    await new Promise((resolve) => this.place.close(resolve));
  }

  private get host(): string {
    return `127.0.0.1:${(this.place.address() as AddressInfo).port}`;
  }

  private reply(request: WireRequest): Reply {
    const task = taskIn(request);
    if (!task) return stream(openAiFrames({ text: ["ok"] }));
    this.asked.set(task.tag, [...(this.asked.get(task.tag) ?? []), performance.now()]);
    const calls = this.callsOf(task, roundsAfter(request));
    if (calls) return stream(openAiFrames({ calls }));
    const text = Array.from({ length: task.pieces }, (_, n) => `${task.tag}.${n} `);
    return slowly(stream(openAiFrames({ text })), task.gap_ms);
  }

  private callsOf({ tag, kind }: Task, round: number) {
    const code = `const r = await ctx.fetch("http://${this.host}/${tag}", { method: "POST" }); await r.text()`;
    const input = JSON.stringify({ code, hosts: [this.host] });
    const act = { id: `call_act_${tag}`, name: "run_code", pieces: [input] };
    const look = { id: `call_look_${tag}`, name: "calculate", pieces: ['{"expression":"17 * 23"}'] };
    if (kind === "act" && round === 0) return [act];
    if (kind === "look and act" && round < 2) return round === 0 ? [look] : [act];
    return undefined;
  }
}

/** Only turns have tools; what else is asked in the background is no turn of ours. */
function taskIn({ body }: WireRequest): Task | undefined {
  if (!Array.isArray(body?.tools) || body.tools.length === 0) return undefined;
  const found = /<<(\{.*?\})>>/.exec(wordsOf(body.messages[newestOf(body.messages)]));
  return found?.[1] === undefined ? undefined : (JSON.parse(found[1]) as Task);
}

function roundsAfter({ body }: WireRequest): number {
  const { messages } = body as { messages: WireMessage[] };
  return messages.slice(newestOf(messages) + 1).filter(({ role }) => role === "assistant").length;
}

interface WireMessage {
  role: string;
  content: string | { text?: string }[] | null;
}

function newestOf(messages: readonly WireMessage[]): number {
  return messages.findLastIndex(({ role }) => role === "user");
}

function wordsOf(message: WireMessage | undefined): string {
  const { content = null } = message ?? {};
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

function slowly(reply: Reply, gap_ms: number): Reply {
  return { ...reply, steps: reply.steps.flatMap((step): Step[] => [wait(gap_ms), step]) };
}
