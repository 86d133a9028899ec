/** A conversation on Node, whole but for the outside: its model is a fake, its time moves only when it is told to. */
import { Alarms } from "../../../../durable-objects/conversation/alarms.ts";
import { AwakeConversation } from "../../../../durable-objects/conversation/awake.ts";
import type { PlainCastingDeps } from "../../../../durable-objects/conversation/context/casting.ts";
import type { AfterWorkBatch } from "../../../../durable-objects/conversation/ledger/ports.ts";
import { type ConversationPorts, portsByFolder } from "../../../../durable-objects/conversation/ports.ts";
import {
  type SocketLike,
  Subscribers,
} from "../../../../durable-objects/conversation/readers/subscribers.ts";
import { createStore, openStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { ModelEvent, ModelRequest } from "../../../../src/agent/ports/model.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../../src/domain/agent.ts";
import type { NightjarEvent } from "../../../../src/domain/events.ts";
import { type ConversationId, createIds, type MessageId } from "../../../../src/domain/ids.ts";
import type { Channel } from "../../../../src/domain/inbound.ts";
import { NO_USAGE } from "../../../../src/domain/message.ts";
import { createPolicy } from "../../../../src/tools/policy.ts";
import { plainCast } from "../../../support/machine/plain-cast.ts";
import { quietPorts } from "../../../support/machine/quiet-ports.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { type TestClock, testClock } from "../../../support/test-clock.ts";

export interface Setting {
  /** The channel by which it began. */
  channel?: Channel;
  window?: number;
  compact_at_tokens?: number;
  compaction_prompt?: string;
  context_tiers?: Agent["context_tiers"];
  max_output_tokens?: number;
  ports?: Partial<ConversationPorts>;
  cast?: Partial<PlainCastingDeps>;
  /** What the model of summaries answers; a failure when it throws. */
  summarise?: (request: ModelRequest) => string;
  /** The instance's fast model. */
  fast?: string;
  /** What a model calls the conversation; it gives no name when absent. */
  title?: () => string;
  /** What the agent's model answers. */
  answer?: (request: ModelRequest) => string | { failure: "context_too_long" };
}

export interface Talk {
  awake: AwakeConversation;
  store: Store;
  clock: TestClock;
  /** Of the agent's model, oldest first. */
  requests: ModelRequest[];
  summaries: ModelRequest[];
  events: NightjarEvent[];
  flushed: AfterWorkBatch[];
  /** Says it, lets `ms` pass for the answer and what comes after it; the answer's id. */
  say(text: string, parent_id?: MessageId | null, ms?: number): Promise<MessageId>;
  /** Lets everything happen that is due within `ms`. */
  pass(ms?: number): Promise<void>;
  notices(): string[];
  /** Somebody opens it in the app. */
  open(): void;
}

function isForTitle({ system }: ModelRequest): boolean {
  return system[0]?.text.startsWith("You name conversations") === true;
}

async function* named(title: Setting["title"]): AsyncGenerator<ModelEvent> {
  const end = { usage: NO_USAGE, model: FAST, cost_usd: 0 };
  if (title) {
    yield { type: "text", delta: title() };
    yield { type: "finish", reason: "stop", ...end };
  } else yield { type: "failed", failure: { kind: "server", retryable: false, reason: "No name." }, ...end };
}

const FAST = "test/fast";
const LARGE = "test/large";

export function talk(setting: Setting = {}): Talk {
  const clock = testClock();
  const ids = createIds(clock.now, (bytes) => bytes.fill(1));
  const requests: ModelRequest[] = [];
  const summaries: ModelRequest[] = [];
  const events: NightjarEvent[] = [];
  const flushed: AfterWorkBatch[] = [];
  const sql = new NodeSql();
  const store = createStore(
    sql,
    { ...INIT, ...(setting.channel && { channel: setting.channel }) },
    { ids, now: clock.now() },
  );

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    if (isForTitle(request)) {
      yield* named(setting.title);
      return;
    }
    const isSummary = request.model === FAST;
    (isSummary ? summaries : requests).push(structuredClone(request));
    const end = { usage: NO_USAGE, model: request.model, cost_usd: 0.01 };
    const said = isSummary ? summaryOf(setting, request) : (setting.answer?.(request) ?? "All right.");
    if (typeof said !== "string") {
      yield {
        type: "failed",
        failure: { kind: said.failure, retryable: false, reason: "It failed." },
        ...end,
      };
      return;
    }
    yield { type: "text", delta: said };
    yield { type: "finish", reason: "stop", ...end };
  }

  const ports: ConversationPorts = {
    ...quietPorts(),
    now: clock.now,
    ids,
    casting: plainCast({ agent: () => agentOf(setting), models: () => [LARGE], ...setting.cast }),
    model: {
      stream,
      info: (id) => ({
        id,
        context_window: id === FAST ? 100_000 : (setting.window ?? 100_000),
        max_output_tokens: 1_000,
        capabilities: {
          tool: true,
          image: true,
          audio: true,
          file: true,
          json: true,
          reasoning: true,
          image_output: false,
          audio_output: false,
        },
      }),
      fastModel: () => setting.fast ?? FAST,
      firstConnected: ([first = ""]) => first,
      estimate: () => null,
    },
    policy: createPolicy(),
    flush: async (batch) => void flushed.push(batch),
    ...setting.ports,
  };
  const sockets: SocketLike[] = [];
  const subscribers = new Subscribers(() => sockets);
  subscribers.add({ send: (event) => events.push(event) > 0, close: () => undefined });
  const alarms = new Alarms({ get: async () => null, set: () => undefined });
  const later = (act: () => void, ms: number) => clock.after(ms, act);
  const persisted = async () => undefined;
  const awake = new AwakeConversation({
    ...{ store, alarms, subscribers, later, persisted },
    ports: portsByFolder(ports),
  });

  const pass = async (ms = 10_000) => {
    await clock.advance(ms);
    await clock.advance(0);
  };
  return {
    awake,
    store,
    clock,
    requests,
    summaries,
    events,
    flushed,
    pass,
    notices: () => events.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
    open() {
      sockets.push({ send: () => undefined });
      awake.watched();
    },
    async say(text, parent_id, ms) {
      const source = { channel: "web" as const, sender: "ada" };
      const parts = [{ type: "text" as const, text }];
      const key = ids.create("inb");
      const actor = { owner: INIT.owner, role: "member" as const, name: "Ann" };
      const inbound = { type: "user_message" as const, key, source, actor, parts };
      const receipt = awake.receive(parent_id === undefined ? inbound : { ...inbound, parent_id });
      if (receipt.status !== "accepted") throw new Error(JSON.stringify(receipt));
      await pass(ms);
      const end = events.findLast((event) => event.type === "turn_end" && event.turn_id === receipt.turn_id);
      if (end?.type !== "turn_end") throw new Error("the turn has not ended");
      return end.message_id;
    },
  };
}

/** What a new life of the conversation finds. */
export function reopened({ store }: Talk): Store {
  const ids = createIds(
    () => 0,
    (bytes) => bytes.fill(1),
  );
  const found = openStore(store.sql, ids);
  if (!found) throw new Error("it is gone");
  return found;
}

const INIT = {
  conversation_id: "cnv_0000000001" as ConversationId,
  owner: "ada",
  agent: null,
  room: null,
  channel: "web" as const,
  title: "",
  model: null,
  mode: null,
  parent: null,
};

function summaryOf(setting: Setting, request: ModelRequest): string | { failure: "context_too_long" } {
  try {
    return setting.summarise?.(request) ?? "In short.";
  } catch {
    return { failure: "context_too_long" };
  }
}

function agentOf(setting: Setting): Agent {
  const {
    compact_at_tokens,
    compaction_prompt = "",
    context_tiers = {},
    max_output_tokens = 1_000,
  } = setting;
  const limits = { ...AGENT_DEFAULTS.limits, max_output_tokens };
  return {
    ...AGENT_DEFAULTS,
    slug: "nightjar",
    name: "Nightjar",
    instructions: "Be kind.",
    compaction_prompt,
    context_tiers,
    limits: compact_at_tokens === undefined ? limits : { ...limits, compact_at_tokens },
    version: 1,
  };
}
