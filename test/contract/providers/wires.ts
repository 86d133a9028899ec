/** The wires behind one face: a scripted server of each format, and the models that call it. */
import { readdirSync, readFileSync } from "node:fs";
import type { ModelEvent, ModelRequest, ModelTerminal } from "../../../src/agent/ports/model.ts";
import { Load } from "../../../src/platform/load.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import type { Catalog } from "../../../src/providers/catalog/catalog.ts";
import { parseCatalog } from "../../../src/providers/catalog/catalog.ts";
import type { Models } from "../../../src/providers/create-models.ts";
import { createModels } from "../../../src/providers/create-models.ts";
import type { ModelsOptions } from "../../../src/providers/models-options.ts";
import { systemClock } from "../../../src/providers/system-clock.ts";
import type { WorkersAi } from "../../../src/providers/workers-ai/workers-ai.ts";
import type { ScriptedAnswer } from "../../support/model-wire/answer.ts";
import { anthropicFrames } from "../../support/model-wire/anthropic-frames.ts";
import { openAiFrames } from "../../support/model-wire/openai-frames.ts";
import type { Reply } from "../../support/model-wire/reply.ts";
import { stream } from "../../support/model-wire/reply.ts";
import { responsesFrames } from "../../support/model-wire/responses-frames.ts";
import type { WireRequest, WireServer } from "../../support/model-wire/wire-server.ts";
import { startWireServer } from "../../support/model-wire/wire-server.ts";

export type WireName = "anthropic" | "openai" | "responses" | "workers-ai";

export const WIRES: readonly WireName[] = ["anthropic", "openai", "responses", "workers-ai"];

export interface Wire {
  name: WireName;
  /** `provider/model` of a model that the catalog knows. */
  model: string;
  models: Models;
  /** Answers the next calls, in this order; what is left over fails the call. */
  next(...replies: (Reply | ScriptedAnswer)[]): void;
  /** What the server was asked, oldest first. */
  requests: WireRequest[];
  close(): Promise<void>;
}

const ROOT = new URL("../../../", import.meta.url);

const FILES = readdirSync(new URL("r2/models/", ROOT))
  .filter((name) => name.endsWith(".toml"))
  .map((name) => ({
    path: `r2/models/${name}`,
    text: readFileSync(new URL(`r2/models/${name}`, ROOT), "utf8"),
  }));

export const catalog = parseCatalog(FILES);

/** The Responses API is spoken at OpenAI's own address only: for its wire that is the server's. */
function catalogFor(name: WireName, { url }: WireServer): Catalog {
  if (name !== "responses") return catalog;
  const moved = FILES.map(({ path, text }) => ({
    path,
    text: text.replace("https://api.openai.com/v1", `${url}/v1`),
  }));
  return parseCatalog(moved);
}

const MODELS: { [name in WireName]: string } = {
  anthropic: "anthropic/claude-sonnet-5-5",
  openai: "openai/gpt-6.1-terra",
  responses: "openai/gpt-6.1-terra",
  "workers-ai": "workers-ai/@cf/openai/gpt-oss-120b",
};

/** One attempt a call and no waiting, unless `options` say more: the adapters themselves are looked at. */
export async function openWire(name: WireName, options: Partial<ModelsOptions> = {}): Promise<Wire> {
  const queue: Reply[] = [];
  const server = await startWireServer(() => queue.shift() ?? { status: 500, headers: {}, steps: [] });
  let ids = 0;
  const models = createModels({
    load: new Load(),
    catalog: catalogFor(name, server),
    setting: (variable) => settingsFor(name, server)[variable],
    accounts: createMemoryAccountStore(),
    clock: systemClock,
    random: () => 0,
    createCallId: () => `made_${++ids}`,
    fetch,
    ai: bindingTo(server),
    ...options,
    limits: { max_attempts: 1, max_wait_ms: 0, first_byte_ms: 15_000, stall_ms: 15_000, ...options.limits },
  });
  return {
    name,
    model: MODELS[name],
    models,
    next: (...replies) =>
      queue.push(...replies.map((reply) => ("steps" in reply ? reply : stream(framesOf(name, reply))))),
    requests: server.requests,
    close: server.close,
  };
}

export function framesOf(name: WireName, answer: ScriptedAnswer): string[] {
  if (name === "anthropic") return anthropicFrames(answer);
  return name === "responses" ? responsesFrames(answer) : openAiFrames(answer);
}

function settingsFor(name: WireName, { url }: WireServer): { [variable: string]: string } {
  return {
    ANTHROPIC_API_KEY: "sk-ant-contract-key",
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: "sk-contract-key",
    ...(name !== "responses" && { OPENAI_BASE_URL: `${url}/v1` }),
  };
}

/** The binding's boundary, over real HTTP: bytes for an answer, an error with a number for a failure. */
function bindingTo({ url }: WireServer): WorkersAi {
  return {
    async run(model, input, options = {}) {
      const { signal } = options;
      const response = await fetch(`${url}/ai/run/${model}`, {
        method: "POST",
        body: JSON.stringify(input),
        ...(signal && { signal }),
      });
      if (!response.ok) throw new Error(bindingError(response.status, await response.text()));
      const isJson = response.headers.get("content-type")?.includes("json");
      return isJson ? response.json() : response.body;
    },
  };
}

function bindingError(status: number, text: string): string {
  const codes: { [status: number]: string } = {
    429: "3036: You have used up your daily free allocation of 10,000 neurons",
    529: "3040: No more data centers to forward the request to",
    503: "3040: No more data centers to forward the request to",
    404: "5007: No such model",
    400: "5006: Bad input",
    504: "3007: Request timeout",
  };
  return `AiError: ${codes[status] ?? `3043: Internal server error`}: ${text.slice(0, 200)}`;
}

export function request(model: string, overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model,
    system: [],
    messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
    tools: [],
    max_output_tokens: 1_000,
    history_length: 0,
    ...overrides,
  };
}

export interface Heard {
  events: ModelEvent[];
  text: string;
  reasoning: string;
  calls: Extract<ModelEvent, { type: "tool_call" }>[];
  terminal: ModelTerminal;
}

/** Listens to the end. Throws when the stream throws, or doesn't end with exactly one terminal event. */
export async function hear(
  wire: Pick<Wire, "models" | "model">,
  overrides: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> {
  const events: ModelEvent[] = [];
  for await (const event of wire.models.stream(request(wire.model, overrides), signal)) events.push(event);
  return heardIn(events);
}

function heardIn(events: ModelEvent[]): Heard {
  const terminals = events.filter((event) => event.type === "finish" || event.type === "failed");
  const terminal = events.at(-1);
  if (terminals.length !== 1 || (terminal?.type !== "finish" && terminal?.type !== "failed")) {
    throw new Error(`not exactly one terminal event at the end: ${JSON.stringify(events)}`);
  }
  const joined = (type: "text" | "reasoning") =>
    events.flatMap((event) => (event.type === type ? [event.delta] : [])).join("");
  return {
    events,
    text: joined("text"),
    reasoning: joined("reasoning"),
    calls: events.filter((event) => event.type === "tool_call"),
    terminal,
  };
}
