/** A turn with the real loop, tools and policy, a model that obeys whatever it reads, and a world that notes what leaves. */

import { readFile } from "node:fs/promises";
import { runTurn, type TurnRun } from "../../../src/agent/loop/run-turn.ts";
import { NO_GRANTS } from "../../../src/agent/ports/grants.ts";
import type { Messenger } from "../../../src/agent/ports/messenger.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { CallRecord, TurnOutcome } from "../../../src/agent/turn.ts";
import { AGENT_DEFAULTS } from "../../../src/domain/agent.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { RateLimiter } from "../../../src/domain/time/rate-limiter.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { readPdf } from "../../../src/reader/pdf.ts";
import { createQuickJsSandbox } from "../../../src/sandbox/quickjs/engine.ts";
import { createFairness } from "../../../src/sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../../src/sandbox/strip-types.ts";
import { createBuiltinTools } from "../../../src/tools/builtin.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { createSessionStatusTool } from "../../../src/tools/session-status.ts";
import { memoryWorkspace, textIn } from "../../unit/tools/memory-workspace.ts";
import { aConversation, anAgent, NOW } from "../../unit/tools/support.ts";

export const SECRET = "canary-7f3a91";

const HERE = new URL("../../../src/sandbox/", import.meta.url);
const { compile } = (
  globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
).WebAssembly;
const module = await compile(await readFile(new URL("quickjs/quickjs.wasm", HERE)));
const clock = () => performance.now();
const sandbox = createQuickJsSandbox({
  loadWasm: async () => module,
  loadLua: async () => "",
  loadTypeStripper,
  clock,
  fairness: createFairness(clock),
});

export interface Scene {
  /** What the person says; `[[name {...}]]` is a call that it makes the model do. */
  user: string;
  /** By address; a function sees the request. */
  pages?: Record<string, string | (() => Response)>;
  search?: { title: string; url: string; description: string }[];
  files?: Record<string, string>;
  /** Results of earlier turns in the history came from outside. */
  history_tainted?: boolean;
  /** Addresses that tools of those turns showed. */
  history_links?: string[];
  /** What the model already read in earlier turns. */
  history?: string;
  extra_tools?: Tool[];
}

export interface Seen {
  requests: string[];
  messages: string[];
  schedules: string[];
  /** Text of a file of the workspace. */
  file(path: string): Promise<string | undefined>;
  results: { name: string; content: string; is_error: boolean }[];
  asked: string[];
}

export type Person = "denies" | "allows" | "is away";

export async function play(scene: Scene, person: Person): Promise<{ seen: Seen; outcome: TurnOutcome }> {
  const requests: string[] = [];
  const messages: string[] = [];
  const files = { "notes/private.md": `The code is ${SECRET}.`, ...scene.files };
  const workspace = memoryWorkspace(files);
  const conversation = aConversation();
  const answer = async (url: string, init: RequestInit) => {
    requests.push(
      `${init.method ?? "GET"} ${url} ${JSON.stringify([...new Headers(init.headers)])} ${String(init.body ?? "")}`,
    );
    const page = scene.pages?.[url];
    if (typeof page === "function") return page();
    return new Response(page ?? "nothing here", {
      status: page === undefined ? 404 : 200,
      headers: { "content-type": "text/plain" },
    });
  };
  const guard = createGuardedFetch({
    fetch: answer,
    resolve: async () => ["93.184.215.14"],
    allow_hosts: [],
  });
  const messenger: Messenger = {
    places: async () => ["telegram"],
    send: async ({ to, text }) => {
      messages.push(`${to}: ${text}`);
      return { ok: true, where: to };
    },
    react: async () => ({ ok: true, where: "here" }),
  };
  const tools = [
    ...createBuiltinTools({
      workspace,
      fetch: guard,
      readPdf,
      pages: { get: async () => undefined, put: async () => undefined },
      search: {
        settings: { BRAVE_API_KEY: "k" },
        pace: new RateLimiter(() => 0),
        fetch: async () => Response.json({ web: { results: scene.search ?? [] } }),
      },
      messenger,
      browsers: {
        open: () => {
          requests.push("a browser");
          return Promise.reject(new Error("no browser here"));
        },
      },
      files: {
        put: () => Promise.reject(new Error("nothing is to be kept")),
        get: async () => undefined,
        describe: async () => undefined,
      },
      sandbox,
    }),
    createSessionStatusTool(async () => ({ uptime_s: 60, today_usd: 0, active_conversations: 1 })),
    ...(scene.extra_tools ?? []),
  ];
  const run: TurnRun = {
    turn: {
      id: trustId("trn_1"),
      conversation_id: trustId("cnv_1"),
      answer_id: trustId("msg_2"),
      trigger_message_id: trustId("msg_1"),
      owner: "usr_owner",
      actor: { person: "usr_owner", name: "Ann" },
      is_owners: true,
      payer: "usr_owner",
      memory: "person",
      agent: anAgent(),
      models: ["test/obedient"],
      rules: {},
      limits: AGENT_DEFAULTS.limits,
      source: { channel: "web", sender: "usr_owner" },
      user_text: scene.user,
      own_text: scene.user,
    },
    context: {
      system: [],
      messages: [
        ...(scene.history
          ? [{ role: "user" as const, content: [{ type: "text" as const, text: scene.history }] }]
          : []),
        { role: "user", content: [{ type: "text", text: scene.user }] },
      ],
      history_length: scene.history ? 1 : 0,
      dynamic: "",
      tainted: scene.history_tainted ?? false,
      seen_urls: scene.history_links ?? [],
    },
    tools,
    steps: [],
    signal: new AbortController().signal,
  };
  const asked: string[] = [];
  const outcome = await toTheEnd(run, conversation, person, asked);
  const results = run.steps.flatMap(({ calls }) =>
    calls.flatMap((record) => (record.state === "settled" ? [record.result] : [])),
  );
  const schedules = conversation.scheduled().map(({ text }) => text);
  return {
    outcome,
    seen: { requests, messages, schedules, results, asked, file: (path) => textIn(workspace, path) },
  };
}

async function toTheEnd(
  run: TurnRun,
  conversation: ReturnType<typeof aConversation>,
  person: Person,
  asked: string[],
): Promise<TurnOutcome> {
  for (;;) {
    const turn = runTurn(
      {
        model: obedientModel(),
        media: async () => new Map(),
        budget: () => undefined,
        steer: () => [],
        keepSources: async () => [],
        waitingCalls: () => [],
        journal: { reply: () => undefined, call: () => undefined },
        grants: NO_GRANTS,
        policy: createPolicy(),
        cut: (result) => result,
        conversation,
        now: () => NOW,
        deadline: (ms) => ({ signal: AbortSignal.timeout(ms), clear: () => undefined }),
      },
      run,
    );
    let next = await turn.next();
    while (!next.done) next = await turn.next();
    const parked = openCalls(run);
    asked.push(
      ...parked.map(({ record }) => (record.parked.kind === "approval" ? record.parked.reason : "")),
    );
    if (next.value.status !== "parked" || person === "is away") return next.value;
    for (const { step, record } of parked) step.calls.push(decision(record, person));
  }
}

type Parked = Extract<CallRecord, { state: "parked" }>;

function openCalls(run: TurnRun) {
  return run.steps.flatMap((step) =>
    step.reply.calls.flatMap((call) => {
      const last = step.calls.findLast(({ call_id }) => call_id === call.call_id);
      return last?.state === "parked" ? [{ step, record: last }] : [];
    }),
  );
}

function decision({ call_id, parked }: Parked, person: Person): CallRecord {
  if (person === "allows") return { state: "approved", call_id };
  const name = parked.kind === "approval" ? parked.tool : "";
  const content = "The person did not allow this call.";
  const denied = { by: "person" as const };
  const result = { call_id, name, content, is_error: true, trust: "trusted" as const, denied };
  return { state: "settled", call_id, result };
}

const ORDER = /\[\[(\w+) (\{.*?\})\]\]/g;

/** Makes every call that any text before it orders, in order, once; knows the secret when it has read it. */
function obedientModel(): ModelPort {
  return {
    async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
      const texts = request.messages.flatMap(textsOf);
      const knows = texts.some((text) => text.includes(SECRET));
      const orders = texts.flatMap((text) => [...text.matchAll(ORDER)]);
      const made = request.messages.flatMap(({ content }) =>
        content.filter(({ type }) => type === "tool_call"),
      ).length;
      const order = orders[made];
      if (order) {
        const input = (order[2] ?? "{}").replaceAll("{{SECRET}}", knows ? SECRET : "unknown");
        yield {
          type: "tool_call",
          call_id: `call_${made + 1}`,
          name: order[1] ?? "",
          input: { ok: true, value: JSON.parse(input) },
        };
      } else yield { type: "text", delta: "Done." };
      yield {
        type: "finish",
        reason: order ? "tool_calls" : "stop",
        usage: NO_USAGE,
        model: "test/obedient",
        cost_usd: 0,
      };
    },
  };
}

function textsOf(message: ModelRequest["messages"][number]): string[] {
  return message.content.flatMap((block): string[] => {
    if (block.type === "text") return [block.text];
    return block.type === "tool_result" ? [block.content] : [];
  });
}
