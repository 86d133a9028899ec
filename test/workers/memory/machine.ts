/** Long-term memory over the real D1, with a clock that stands still until it is moved, and a model that says what it is told. */
import { env } from "cloudflare:workers";
import type { ModelEvent, ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import { parsePrompts, promptTexts } from "../../../src/agent/prompts/prompt-texts.ts";
import type { Env } from "../../../src/app/env.ts";
import { createIds } from "../../../src/domain/ids.ts";
import {
  createMemory,
  type LongTermMemory,
  type MemoryDeps,
  type MemoryStorage,
} from "../../../src/memory/create-memory.ts";
import type { MemoryCost } from "../../../src/memory/model/ask.ts";
import { PROMPT_FILES } from "../../../src/storage/bundled-prompts.ts";
import { createMemoryStorage } from "../../../src/storage/d1/memory/memory-storage.ts";

/** Prompts as they ship. */
export const SHIPPED = promptTexts(parsePrompts(PROMPT_FILES), {
  edited: () => new Map(),
  ready: () => undefined,
});

export const DB = (env as unknown as Env).DB;
export const DAY = 86_400_000;
export const START = Date.UTC(2026, 2, 2, 9);

let count = 0;
/** A new one for each test: the database is shared by the file. */
export const newOwner = () => `usr_test${String(++count).padStart(8, "0")}`;

export interface Machine {
  memory: LongTermMemory;
  /** The storage below the memory. */
  storage: MemoryStorage;
  owner: string;
  failures: string[];
  costs: MemoryCost[];
  /** Requests to the model, each as one text. */
  asked: string[];
  at(time: number): void;
  later(ms: number): void;
  /** Says something in a conversation, a minute after what was said before. */
  say(conversation: string, ...lines: [speaker: string, text: string][]): Promise<void>;
  find(query: string, extra?: { source?: string; limit?: number; owner?: string }): Promise<string[]>;
}

export interface MachineOptions {
  /** The model's answers, in order; an Error is thrown. */
  answers?: (string | Error)[];
  deps?: Partial<MemoryDeps>;
}

export function createMachine(options: MachineOptions = {}): Machine {
  const owner = newOwner();
  const failures: string[] = [];
  const costs: MemoryCost[] = [];
  const asked: string[] = [];
  let now = START;
  const answers = [...(options.answers ?? [])];
  const storage = createMemoryStorage(DB, () => `fgt_${crypto.randomUUID()}`);
  const memory = createMemory({
    storage,
    ids: createIds(
      () => now,
      (bytes) => void crypto.getRandomValues(bytes),
    ),
    now: () => now,
    onFailure: (what, cause) => failures.push(`${what}: ${String(cause)}`),
    ...(options.answers === undefined
      ? {}
      : {
          models: {
            model: saying(answers, asked),
            prompts: SHIPPED,
            fastModel: () => "test/small",
            recordCost: async (cost) => {
              const known = costs.findIndex(({ id }) => id === cost.id);
              costs.splice(known === -1 ? costs.length : known, 1, cost);
            },
          },
        }),
    ...options.deps,
  });
  let said = 0;
  return {
    memory,
    storage,
    owner,
    failures,
    costs,
    asked,
    at(time) {
      now = time;
    },
    later(ms) {
      now += ms;
    },
    async say(conversation, ...lines) {
      const items = lines.map(([speaker, text]) => {
        now += 60_000;
        said++;
        const role = speaker === "agent" ? ("assistant" as const) : ("user" as const);
        const id = `msg_${owner}_${String(said).padStart(4, "0")}`;
        return {
          id,
          conversation_id: conversation,
          owner,
          role,
          speaker,
          at: now,
          text,
          trust: "trusted" as const,
        };
      });
      await memory.indexTurns(items);
    },
    async find(query, { source, limit = 5, owner: whose = owner } = {}) {
      const hits = await memory.search({
        owner: whose,
        scopes: ["person"],
        query,
        limit,
        ...(source === undefined ? {} : { source }),
      });
      return hits.map((hit) => hit.passage.text);
    },
  };
}

function saying(answers: (string | Error)[], asked: string[]): ModelPort {
  return {
    async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
      const block = request.messages[0]?.content[0];
      asked.push(block?.type === "text" ? block.text : "");
      const answer = answers.shift() ?? "{}";
      const usage = { input_tokens: 100, output_tokens: 20, cache_read_tokens: 0, cache_write_tokens: 0 };
      const model = request.model;
      if (answer instanceof Error) {
        const failure = { kind: "server" as const, retryable: true, reason: answer.message };
        yield { type: "failed", failure, usage, model, cost_usd: 0.0001 };
        return;
      }
      yield { type: "text", delta: answer };
      yield { type: "finish", reason: "stop", usage, model, cost_usd: 0.0001 };
    },
  };
}
