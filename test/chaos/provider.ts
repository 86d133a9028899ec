/** A provider that fails as often as it is told to, in every way providers fail. */
import type { ModelFailureKind, ModelMessage, ToolInput } from "../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../src/domain/message.ts";
import type { Provider, ProviderCall, ProviderEvent } from "../../src/providers/provider.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Random } from "./random.ts";

export interface ProviderOptions {
  machine: Machine;
  random: Random;
  /** Share of calls that fail, from 0 to 1. */
  faults: number;
  /** Counts what was done. */
  count(what: string): void;
  /** Sees each request. */
  onRequest(call: ProviderCall): void;
}

const FAULTS = {
  rate_limited: 3,
  overloaded: 3,
  server: 3,
  cut: 5,
  cut_at_once: 2,
  timeout: 1,
  stall: 1,
  malformed: 1,
  empty: 2,
  bad_json: 4,
  bad_request: 0.3,
} as const;

const TOOLS = {
  look: 6,
  browse: 2,
  note: 4,
  pay: 6,
  wire_money: 2,
  order: 1,
  stumble: 1,
  fumble: 1,
  hang: 0.5,
  ask_user: 2,
  schedule_message: 0.6,
  list_scheduled: 0.5,
  no_such_tool: 0.5,
} as const;

const WORDS = [
  "über",
  "night",
  "日本",
  "🐦 bird",
  "and",
  "[not a tag]",
  "e\u0301",
  "the",
  "\n\n",
  "- a list",
] as const;
const USAGE = { ...NO_USAGE, input_tokens: 10, output_tokens: 5 };

export function faultyProvider(options: ProviderOptions): Provider {
  return {
    async *stream(call, signal) {
      options.onRequest(call);
      const story = new Story(options, call, signal);
      for await (const event of story.tell()) {
        yield event;
        if (event.type === "failed" || event.type === "finish") return;
      }
    },
  };
}

class Story {
  private readonly options: ProviderOptions;
  private readonly call: ProviderCall;
  private readonly signal: AbortSignal;

  constructor(options: ProviderOptions, call: ProviderCall, signal: AbortSignal) {
    this.options = options;
    this.call = call;
    this.signal = signal;
  }

  async *tell(): AsyncGenerator<ProviderEvent, void> {
    const { random, faults, count } = this.options;
    if (!random.chance(faults)) return yield* this.answer();
    const fault = random.weighted(FAULTS);
    count(`fault ${fault}`);
    switch (fault) {
      case "rate_limited":
        return yield* this.fail("rate_limited", random.between(500, 4_000));
      case "cut":
        yield* this.words(random.between(1, 12));
        return yield* this.fail("cut");
      case "cut_at_once":
        return yield* this.fail("cut");
      case "timeout":
        return yield* this.silence(this.call.limits.first_byte_ms);
      case "stall":
        yield* this.words(random.between(1, 6));
        return yield* this.silence(this.call.limits.stall_ms);
      case "empty":
        return yield* this.finish("stop");
      case "bad_json":
        yield* this.toolCalls(() => ({ ok: false, text: '{"what": "half' }));
        return yield* this.finish("tool_calls");
      default:
        return yield* this.fail(fault);
    }
  }

  private async *answer(): AsyncGenerator<ProviderEvent, void> {
    const { random } = this.options;
    if (this.call.request.tools.length === 0) return yield* this.summary();
    const rounds = roundsOf(this.call.request.messages);
    const tags = random.chance(0.03) ? `[MEMORY:note]kept ${rounds}[/MEMORY]` : "";
    if (random.chance(0.65 / (rounds + 1))) {
      if (random.chance(0.3)) yield* this.words(random.between(1, 5));
      yield* this.toolCalls(() => ({ ok: true, value: {} }));
      return yield* this.finish("tool_calls");
    }
    if (random.chance(0.2)) yield* this.thoughts();
    yield* this.pause();
    yield { type: "text", delta: `re: ${lastWords(this.call.request.messages)} ` };
    yield* this.words(random.between(0, random.chance(0.1) ? 150 : 20));
    if (tags) yield { type: "text", delta: tags };
    yield* this.finish(random.chance(0.02) ? "length" : "stop");
  }

  /** Asked in the background: for a summary, or for what is worth remembering. */
  private async *summary(): AsyncGenerator<ProviderEvent, void> {
    yield* this.pause();
    yield { type: "text", delta: "What was said before: this and that." };
    yield* this.finish("stop");
  }

  private async *words(count: number): AsyncGenerator<ProviderEvent, void> {
    const { random } = this.options;
    for (let word = 0; word < count; word++) {
      yield* this.pause();
      if (this.signal.aborted) return;
      yield { type: "text", delta: `${random.pick(WORDS)} ` };
    }
  }

  private async *thoughts(): AsyncGenerator<ProviderEvent, void> {
    yield* this.pause();
    yield { type: "reasoning", delta: "hm " };
    yield { type: "reasoning_end", signature: "signed" };
  }

  private async *toolCalls(inputOf: () => ToolInput): AsyncGenerator<ProviderEvent, void> {
    const { random } = this.options;
    yield* this.pause();
    const isNumbered = random.chance(0.3);
    for (let number = 1, all = random.pick([1, 1, 1, 2, 3, 5]); number <= all; number++) {
      const name = random.weighted(TOOLS);
      // Some servers number their calls anew in each reply.
      const call_id = isNumbered ? `call_${number}` : `call_${random.between(0, 2 ** 40).toString(36)}`;
      const given = inputOf();
      const input = given.ok ? { ok: true as const, value: this.inputFor(name) } : given;
      yield { type: "tool_call", call_id, name, input };
    }
  }

  private inputFor(name: keyof typeof TOOLS): unknown {
    const { random } = this.options;
    if (random.chance(0.05)) return { what: 7 };
    if (name === "ask_user") return { question: "Which one?", options: ["this", "that"] };
    if (name === "schedule_message") return { text: "it is time", in_seconds: random.between(1, 120) };
    return { what: `thing ${random.between(1, 1_000)}` };
  }

  private async *silence(ms: number): AsyncGenerator<ProviderEvent, void> {
    yield* this.pause(ms);
    yield* this.fail("timeout");
  }

  /** Ends early when the call is stopped. */
  private async *pause(ms = this.options.random.between(0, 60)): AsyncGenerator<ProviderEvent, void> {
    const { signal } = this;
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.options.machine.later(resolve, ms);
        signal.addEventListener(
          "abort",
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      });
    }
    if (signal.aborted) yield* this.stopped();
  }

  private *stopped(): Generator<ProviderEvent, void> {
    const failure = { kind: "aborted" as const, retryable: false, reason: "The call was stopped." };
    yield { type: "failed", failure, usage: NO_USAGE };
  }

  private *fail(kind: ModelFailureKind, retry_after_ms?: number): Generator<ProviderEvent, void> {
    const failure = { kind, retryable: kind !== "bad_request", reason: `It failed: ${kind}.` };
    const told = retry_after_ms === undefined ? failure : { ...failure, retry_after_ms };
    yield { type: "failed", failure: told, usage: NO_USAGE };
  }

  private *finish(reason: "stop" | "tool_calls" | "length"): Generator<ProviderEvent, void> {
    yield { type: "finish", reason, usage: USAGE };
  }
}

/** Replies that this turn has had already. */
function roundsOf(messages: readonly ModelMessage[]): number {
  const newest = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(newest + 1).filter((message) => message.role === "assistant").length;
}

/** What the person or the system said last, without the moment that is attached to it. */
export function lastWords(messages: readonly ModelMessage[]): string {
  const newest = messages.findLast((message) => message.role === "user");
  const first = newest?.role === "user" ? newest.content[0] : undefined;
  return first?.type === "text" ? first.text.replace(/\s+/g, " ") : "";
}
