/** A conversation on a machine, with a model that follows a script, tools of the test's own, and somebody who reads along. */

import type { PlainCastingDeps } from "../../../durable-objects/conversation/context/casting.ts";
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import type { MetaInit } from "../../../durable-objects/conversation/rows/meta.ts";
import type { ModelEvent, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { AGENT_DEFAULTS, type Agent, type ToolRule } from "../../../src/domain/agent.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { createIds, trustId } from "../../../src/domain/ids.ts";
import type { DecisionInbound, Inbound, ReportOutcome, Source } from "../../../src/domain/inbound.ts";
import { type Message, NO_USAGE } from "../../../src/domain/message.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { type Author, isSamePerson } from "../../../src/domain/who-may.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { createRegistry } from "../../../src/tools/registry.ts";
import { type Fate, Machine } from "./machine.ts";
import { plainCast } from "./plain-cast.ts";
import { quietPorts } from "./quiet-ports.ts";
import { type Ledger, Reader } from "./reader.ts";
import { Timeline } from "./timeline.ts";

/** One step of the model's script: an event, or that many ms of silence. */
export type Move = ModelEvent | { type: "wait"; ms: number };

export interface RigOptions {
  /** Called for each request; what it returns is played. */
  model?(request: ModelRequest, asked: number): Move[];
  tools?(rig: ConversationRig): Tool[];
  rules?: Record<string, ToolRule>;
  fate?(): Fate;
  outage?: number;
  init?: Partial<MetaInit>;
  cast?(rig: ConversationRig): Partial<PlainCastingDeps>;
  /** One that several conversations live by. */
  timeline?: Timeline;
  ports?(base: ConversationPorts, rig: ConversationRig): Partial<ConversationPorts>;
}

export const OWNER = "usr_ann";
/** The owner, signed in. */
export const ANN: Principal = { owner: OWNER, role: "member", name: "Ann" };
export const WEB: Source = { channel: "web", sender: OWNER, sender_name: "Ann" };
export const CHAT: Source = { channel: "telegram", sender: "ann-t", thread: "7" };

export const INIT: MetaInit = {
  conversation_id: trustId("cnv_house00000"),
  owner: OWNER,
  agent: null,
  room: null,
  channel: "web",
  title: "",
  model: null,
  mode: null,
  parent: null,
};

export class ConversationRig {
  readonly timeline: Timeline;
  readonly ids = seededIds(() => this.timeline.now);
  readonly machine: Machine;
  readonly reader: Reader;
  readonly requests: ModelRequest[] = [];
  readonly told: unknown[] = [];
  readonly logged: string[] = [];
  readonly flushed: unknown[] = [];
  private readonly ledger: Ledger = new Map();
  private readonly options: RigOptions;

  constructor(options: RigOptions = {}) {
    this.options = options;
    this.timeline = options.timeline ?? new Timeline();
    this.machine = new Machine({
      timeline: this.timeline,
      ids: this.ids,
      init: { ...INIT, ...options.init },
      ports: () => this.ports(),
      ...(options.fate && { fate: options.fate }),
      outage: () => options.outage ?? 1_000,
    });
    this.reader = this.follow("reader");
  }

  get store() {
    const { stored } = this.machine;
    if (!stored) throw new Error("the conversation was never opened");
    return stored;
  }

  /** Another reader of the same conversation; it is not connected yet. */
  follow(name: string): Reader {
    return new Reader(name, this.machine, this.ledger, () => undefined);
  }

  async receive(inbound: Inbound): Promise<Receipt> {
    const reached = await this.machine.request((awake) => awake.receive(inbound));
    if (!reached.reached) throw new Error("the machine is dark");
    return reached.value;
  }

  /** In the app by its owner, who is signed in; elsewhere by whoever the channel says it is. */
  say(text: string, key = `client:${text}`, source: Source = WEB): Promise<Receipt> {
    return this.receive({ type: "user_message", key, ...authorOf(source), parts: [{ type: "text", text }] });
  }

  answer(call_id: string, content: string, source: Source = WEB): Promise<Receipt> {
    return this.receive({
      type: "tool_result",
      key: `answer:${call_id}`,
      ...authorOf(source),
      call_id: trustId(call_id),
      content,
    });
  }

  decide(
    call_id: string,
    decided: Pick<DecisionInbound, "decision" | "reason">,
    source: Source = WEB,
  ): Promise<Receipt> {
    return this.receive({
      type: "decision",
      key: `answer:${call_id}`,
      ...authorOf(source),
      call_id: trustId(call_id),
      ...decided,
    });
  }

  report(call_id: string, outcome: ReportOutcome): Promise<Receipt> {
    const source = { channel: "system" as const, sender: "jobs" };
    return this.receive({
      type: "report",
      key: `job:${call_id}`,
      source,
      call_id: trustId(call_id),
      outcome,
    });
  }

  /** By the owner, in the app. */
  halt(): Promise<Receipt> {
    return this.receive({
      type: "command",
      key: this.ids.create("inb"),
      ...authorOf(WEB),
      command: { name: "halt" },
    });
  }

  /** Time goes by. */
  pass(ms = 10_000): Promise<void> {
    return this.timeline.pass(ms);
  }

  /** The active branch, oldest first. */
  messages(): Message[] {
    const { store } = this;
    return store.meta.head ? store.transcript.branch(store.meta.head, 1_000).reverse() : [];
  }

  /** The messages as `role: words`; incomplete ones carry their status. */
  said(): string[] {
    return this.messages().map(({ role, parts, status }) => {
      const words = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
      return `${role}: ${words}${status === "complete" ? "" : ` (${status})`}`;
    });
  }

  private ports(): ConversationPorts {
    const base: ConversationPorts = {
      ...quietPorts(),
      now: () => this.timeline.now,
      ids: this.ids,
      debounce: (channel) => (channel === "telegram" ? 600 : 0),
      casting: plainCast({ agent: () => this.agent(), ...this.options.cast?.(this) }),
      model: {
        info: (id) => ({ id, context_window: 100_000, max_output_tokens: 8_000, capabilities: ALL }),
        stream: (request, signal) => this.stream(request, signal),
        estimate: () => null,
        fastModel: () => null,
        firstConnected: ([first = ""]) => first,
      },
      toolbox: createRegistry(this.options.tools?.(this) ?? []),
      policy: createPolicy(),
      flush: async (batch) => void this.flushed.push(structuredClone(batch)),
      monitor: (_meta, turn) => void this.told.push(turn),
      log: {
        shows: () => true,
        info: () => undefined,
        warn: (event) => void this.logged.push(event),
        error: (event) => void this.logged.push(event),
      },
    };
    return { ...base, ...this.options.ports?.(base, this) };
  }

  agent(): Agent {
    return {
      ...AGENT_DEFAULTS,
      slug: "nightjar",
      name: "Nightjar",
      role: "",
      instructions: "Answer.",
      models: ["acme/one"],
      tools: this.options.rules ?? {},
      version: 1,
    };
  }

  private async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(structuredClone(request));
    for (const move of this.options.model?.(request, this.requests.length) ?? says("ok")) {
      if (move.type !== "wait") yield move;
      else await this.silence(move.ms, signal);
      if (signal.aborted) return yield ABORTED;
    }
  }

  private silence(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.machine.later(resolve, ms);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}

/** Her accounts on chats are linked with her. */
function authorOf(source: Source): Author {
  return source === WEB || isSamePerson(source, CHAT) ? { source, actor: ANN } : { source };
}

const ALL = {
  tool: true,
  image: true,
  audio: true,
  file: true,
  json: true,
  reasoning: true,
  image_output: false,
  audio_output: false,
};
const USAGE = { ...NO_USAGE, input_tokens: 10, output_tokens: 5 };

const ABORTED: ModelEvent = {
  type: "failed",
  failure: { kind: "aborted", retryable: false, reason: "The call was stopped." },
  usage: NO_USAGE,
  model: "acme/one",
  cost_usd: 0,
};

export function wait(ms: number): Move {
  return { type: "wait", ms };
}

export function text(delta: string): Move {
  return { type: "text", delta };
}

export function finish(reason: "stop" | "tool_calls" | "length" = "stop"): Move {
  return { type: "finish", reason, usage: USAGE, model: "acme/one", cost_usd: 0.01 };
}

export function says(...words: string[]): Move[] {
  return [...words.map(text), finish()];
}

export function calls(...wanted: [call_id: string, name: string, value: unknown][]): Move[] {
  const events = wanted.map(([call_id, name, value]): Move => {
    return { type: "tool_call", call_id, name, input: { ok: true, value } };
  });
  return [...events, finish("tool_calls")];
}

/** How often the model has replied in this turn. */
export function rounds({ messages }: ModelRequest): number {
  const newest = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(newest + 1).filter((message) => message.role === "assistant").length;
}

/** Text of the newest message, without the attached time and the mark of its author. */
export function asked({ messages }: ModelRequest): string {
  const newest = messages.findLast((message) => message.role === "user");
  const first = newest?.role === "user" ? newest.content[0] : undefined;
  return first?.type === "text" ? first.text.replace(/^<said-.*>\n([\s\S]*)\n<\/said-.*>$/, "$1") : "";
}

function seededIds(now: () => number) {
  let count = 0;
  return createIds(now, (bytes) => {
    count += 1;
    bytes.forEach((_byte, index) => {
      bytes[index] = (count * 31 + index * 7) % 256;
    });
  });
}
