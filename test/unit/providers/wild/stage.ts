/** A server of somebody else's behind a base URL, under everything that stands above it. */
import { readFileSync } from "node:fs";
import type { ModelEvent, ModelRequest } from "../../../../src/agent/ports/model.ts";
import { Load } from "../../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../../src/providers/accounts.ts";
import { createAnthropic } from "../../../../src/providers/anthropic/anthropic.ts";
import type { ProviderEntry } from "../../../../src/providers/catalog/schema.ts";
import type { FailoverDeps } from "../../../../src/providers/failover/run.ts";
import { streamWithFailover } from "../../../../src/providers/failover/stream-with-failover.ts";
import { createOpenAi } from "../../../../src/providers/openai/openai.ts";
import { createRefusedMedia } from "../../../../src/providers/prompt/refused-media.ts";
import { testClock } from "../../../support/test-clock.ts";
import { modelEntry, modelRequest, providerEntry } from "../scenes.ts";

export interface Step {
  status: number;
  headers?: Record<string, string>;
  chunks: string[];
}

export interface Wild {
  steps: Step[];
  expect: Record<string, unknown>;
}

export function wild<Case = Wild>(name: string): Case {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/wild/${name}.json`, import.meta.url), "utf8"));
}

export type SentBody = Record<string, unknown> & { messages: Record<string, unknown>[] };
type Answering = (body: SentBody, number: number) => Step;

const BASE = "http://127.0.0.1:9200/v1";

/** Answers each request with the next step; the last one stays. */
export function inTurn(steps: readonly Step[]): Answering {
  return (_body, number) => steps[Math.min(number, steps.length - 1)] ?? { status: 500, chunks: [] };
}

export function wildServer(answering: Answering, provider: Partial<ProviderEntry> = {}) {
  const clock = testClock(0);
  const bodies: SentBody[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body = JSON.parse(String(init?.body)) as SentBody;
    bodies.push(body);
    const { status, headers, chunks } = answering(body, bodies.length - 1);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    return new Response(stream, { status, headers: headers ?? { "content-type": "application/json" } });
  };
  let made = 0;
  const options = { clock, load: new Load(), fetch, createCallId: () => `made_${++made}` };
  const adapter = provider.protocol === "anthropic" ? createAnthropic(options) : createOpenAi(options);
  const deps: FailoverDeps = {
    providerFor: () => adapter,
    accounts: createMemoryAccountStore(),
    clock,
    random: () => 0,
    limits: { first_byte_ms: 1_000, stall_ms: 1_000, max_attempts: 6, max_wait_ms: 15_000 },
    cache_lifetime: "5m",
    refusedMedia: createRefusedMedia(),
    thinksFirst: new Set(),
    createCallId: options.createCallId,
    readDocument: async () => ({ problem: "It is damaged." }),
  };
  const target = {
    provider: providerEntry({ label: "Acme", ...provider }),
    model: modelEntry({ prices: [{ input: 1_000, output: 1_000 }], capabilities: { tool: true } }),
    account: { id: "one", provider: "acme", label: "one", key: "key", priority: 0 },
    base_url: BASE,
  };
  return {
    bodies,
    async ask(request: Partial<ModelRequest> = {}): Promise<ModelEvent[]> {
      const events: ModelEvent[] = [];
      const done = (async () => {
        const given = { request: modelRequest(request), targets: [target] };
        for await (const event of streamWithFailover(deps, given, new AbortController().signal))
          events.push(event);
      })();
      await clock.runOut();
      await done;
      return events;
    },
  };
}

/** What is left of the answer after its restarts. */
export function answerOf(events: readonly ModelEvent[]) {
  const from = events.findLastIndex(({ type }) => type === "restart") + 1;
  const left = events.slice(from);
  const joined = (kind: "text" | "reasoning") =>
    left.flatMap((event) => (event.type === kind ? [event.delta] : [])).join("");
  return {
    reply: joined("text"),
    reasoning: joined("reasoning"),
    calls: left.flatMap((event) => (event.type === "tool_call" ? [event] : [])),
    citations: left.flatMap((event) => (event.type === "citation" ? [event] : [])),
    files: left.flatMap((event) => (event.type === "file" ? [event] : [])),
    signatures: left.flatMap((event) => (event.type === "reasoning_end" ? [event.signature] : [])),
    notices: events.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
    end: events.at(-1),
  };
}
