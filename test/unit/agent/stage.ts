/** A turn on a bare stage: a model that says what it is told, a journal that remembers, time that stands still. */
import { z } from "zod";
import type { LoadMedia } from "../../../src/agent/loop/result-media.ts";
import { runTurn } from "../../../src/agent/loop/run-turn.ts";
import { NO_GRANTS } from "../../../src/agent/ports/grants.ts";
import type {
  FinishReason,
  ModelEvent,
  ModelFailureKind,
  ModelRequest,
  ToolInput,
} from "../../../src/agent/ports/model.ts";
import type { Opening } from "../../../src/agent/ports/opening.ts";
import type { PolicyPort } from "../../../src/agent/ports/policy.ts";
import type { CutOutput, Effect, Tool, ToolContext, ToolOutcome } from "../../../src/agent/ports/tool.ts";
import type {
  CallRecord,
  Reply,
  Spending,
  SteeredMessage,
  StepRecord,
  Turn,
  TurnContext,
  TurnOutcome,
} from "../../../src/agent/turn.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import { aConversation, anAgent, NOW } from "../tools/support.ts";

/** What the model does for one request. */
export type Line = ModelEvent[] | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

export const USAGE = { ...NO_USAGE, input_tokens: 10, output_tokens: 5 };
const MODEL = "acme/one";

export function finish(reason: FinishReason = "stop"): ModelEvent {
  return { type: "finish", reason, usage: USAGE, model: MODEL, cost_usd: 0.01 };
}

export function text(delta: string): ModelEvent {
  return { type: "text", delta };
}

export function says(words: string): ModelEvent[] {
  return [text(words), finish()];
}

export function call(call_id: string, name: string, value: unknown = { what: "x" }): ModelEvent {
  return { type: "tool_call", call_id, name, input: { ok: true, value } };
}

export function calls(...events: ModelEvent[]): ModelEvent[] {
  return [...events, finish("tool_calls")];
}

export function fails(kind: ModelFailureKind, retryable = true): ModelEvent {
  const failure = { kind, retryable, reason: `It failed: ${kind}.` };
  return { type: "failed", failure, usage: USAGE, model: MODEL, cost_usd: 0.01 };
}

/** A stream that goes on only when the test says so, and ends when it is stopped. */
export function held(before: ModelEvent[], isReached: () => void): Line {
  return async function* (_request, signal) {
    yield* before;
    isReached();
    if (signal.aborted) return yield fails("aborted", false);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    yield fails("aborted", false);
  };
}

export function tool(
  name: string,
  effect: Effect,
  run: (what: string, context: ToolContext) => Promise<ToolOutcome> | ToolOutcome = (what) =>
    trustedResult(`${name} ${what}`),
): Tool {
  return defineTool({
    name,
    description: name,
    schema: z.object({ what: z.string() }),
    effect,
    reach: "inside",
    run: ({ what }, context) => run(what, context),
  });
}

export interface StageOptions {
  model: Line[];
  tools?: Tool[];
  /** Journaled in an earlier life. */
  steps?: StepRecord[];
  policy?: PolicyPort;
  cut?: CutOutput;
  max_steps?: number;
  budget?: (spent?: Spending) => string | undefined;
  steer?: () => SteeredMessage[];
  media?: LoadMedia;
  context?: Partial<TurnContext>;
  turn?: Partial<Turn>;
  opening?: Opening;
  /** Sees each event as it comes. */
  onEvent?(event: EventBody): void;
}

export type JournalEntry = { reply: Reply } | { step: number; record: CallRecord };

export interface Played {
  events: EventBody[];
  outcome: TurnOutcome;
  journal: JournalEntry[];
  requests: ModelRequest[];
  steps: StepRecord[];
}

export class Stage {
  readonly requests: ModelRequest[] = [];
  readonly journal: JournalEntry[] = [];
  readonly controller = new AbortController();
  /** Time limits that were set and not cleared. */
  readonly deadlines: { ms: number; expire(): void }[] = [];
  private readonly options: StageOptions;
  private readonly lines: Line[];

  constructor(options: StageOptions) {
    this.options = options;
    this.lines = [...options.model];
  }

  halt(): void {
    this.controller.abort();
  }

  async play(): Promise<Played> {
    const { tools = [], steps = [], onEvent } = this.options;
    const events: EventBody[] = [];
    const { signal } = this.controller;
    const running = runTurn(this.deps(), {
      turn: this.turn(),
      context: this.context(),
      tools,
      steps,
      signal,
    });
    for (;;) {
      const next = await running.next();
      if (next.done) {
        const { journal, requests } = this;
        return { events, outcome: next.value, journal, requests, steps };
      }
      events.push(next.value);
      onEvent?.(next.value);
    }
  }

  private deps(): Parameters<typeof runTurn>[0] {
    return {
      model: { stream: (request, signal) => this.stream(request, signal) },
      media: this.options.media ?? (async () => new Map()),
      opening: this.options.opening,
      steer: () => this.options.steer?.() ?? [],
      waitingCalls: () => [],
      cut: this.options.cut ?? ((outcome) => outcome),
      keepSources: async (read, trust) =>
        Promise.all(
          read.map(async ({ text: words, ...about }) => ({
            ...about,
            hash: await sha256Hex(words),
            chars: words.length,
            read_at: new Date(NOW).toISOString(),
            trust,
          })),
        ),
      grants: NO_GRANTS,
      policy: this.options.policy ?? { decide: () => ({ verdict: "allow" }) },
      journal: {
        reply: (reply) => void this.journal.push({ reply: structuredClone(reply) }),
        call: (step, record) => void this.journal.push({ step, record: structuredClone(record) }),
      },
      conversation: aConversation(),
      now: () => NOW,
      deadline: (ms) => {
        const controller = new AbortController();
        const deadline = { ms, expire: () => controller.abort() };
        this.deadlines.push(deadline);
        const clear = () => void this.deadlines.splice(this.deadlines.indexOf(deadline), 1);
        return { signal: controller.signal, clear };
      },
      budget: this.options.budget ?? (() => undefined),
    };
  }

  private async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(structuredClone(request));
    const line = this.lines.shift();
    if (!line) throw new Error("the model was asked once too often");
    yield* Array.isArray(line) ? line : line(request, signal);
  }

  private turn(): Turn {
    const agent = anAgent({ limits: { max_steps: this.options.max_steps ?? 50, max_output_tokens: 1_000 } });
    return {
      id: trustId("trn_1"),
      conversation_id: trustId("cnv_1"),
      answer_id: trustId("msg_2"),
      trigger_message_id: trustId("msg_1"),
      owner: "usr_owner",
      actor: { person: "usr_owner", name: "Ann" },
      is_owners: true,
      payer: "usr_owner",
      memory: "person",
      agent,
      models: [MODEL],
      rules: agent.tools,
      limits: agent.limits,
      source: { channel: "web", sender: "usr_owner" },
      user_text: "Hello",
      own_text: this.options.turn?.user_text ?? "Hello",
      ...this.options.turn,
    };
  }

  private context(): TurnContext {
    return {
      system: [{ tier: "stable", text: "You are a test." }],
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      history_length: 0,
      dynamic: "now",
      tainted: false,
      ...this.options.context,
    };
  }
}

export function play(options: StageOptions): Promise<Played> {
  return new Stage(options).play();
}

/** A step as an earlier life has journaled it. */
export function journaled(
  step: number,
  given: { id: string; name: string; input?: ToolInput }[],
  records: CallRecord[] = [],
): StepRecord {
  const made = given.map(({ id, name, input = { ok: true, value: { what: "x" } } }) => ({
    call_id: trustId<"call">(id),
    name,
    input,
  }));
  const blocks = made.map(({ call_id, name, input }) => ({
    type: "tool_call" as const,
    call_id,
    name,
    input: input.ok ? input.value : {},
    model: "acme/one",
  }));
  const reply: Reply = {
    step,
    blocks,
    calls: made,
    citations: [],
    finish: "tool_calls",
    model: MODEL,
    usage: USAGE,
    cost_usd: 0.01,
  };
  return { reply, calls: records };
}

export function started(id: string): CallRecord {
  return { state: "started", call_id: trustId(id) };
}

export function approved(id: string): CallRecord {
  return { state: "approved", call_id: trustId(id) };
}

export function settled(id: string, name: string, content: string, is_error = false): CallRecord {
  const call_id = trustId<"call">(id);
  return { state: "settled", call_id, result: { call_id, name, content, is_error, trust: "trusted" } };
}

export function asking(id: string, question: string): CallRecord {
  return { state: "parked", call_id: trustId(id), parked: { kind: "question", question, options: [] } };
}

export function kinds(events: readonly EventBody[]): string[] {
  return events.map((event) => event.type);
}

/** Of the outcome's parts: what each tool gave back. */
export function results({ outcome }: Played): string[] {
  return outcome.parts.flatMap((part) => (part.type === "tool_result" ? [part.content] : []));
}

export function textIn({ outcome }: Played): string {
  return outcome.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
}
