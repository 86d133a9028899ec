/** Plays a task of a world: the real loop, server client and policy, and a model that obeys whatever it reads. */

import { runTurn, type TurnRun } from "../../../src/agent/loop/run-turn.ts";
import type { GrantsPort } from "../../../src/agent/ports/grants.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { CallRecord } from "../../../src/agent/turn.ts";
import { AGENT_DEFAULTS } from "../../../src/domain/agent.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { markUntrusted } from "../../../src/domain/text/foreign-text.ts";
import { withPlanAhead } from "../../../src/tools/plan-ahead.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { aConversation, anAgent, NOW } from "../../unit/tools/support.ts";
import { connected } from "../mcp/connected.ts";
import { ordersIn, PLAIN, type Plant } from "./plants.ts";
import { Standing } from "./standing.ts";
import { type Attack, type Call, type State, serverOf, type Task, type World } from "./world.ts";

/** The person allows each own call once, or in the widest scope that its card offers; or the agent plans first. */
export type Habit = "once" | "always-in-scope" | "plan";

export interface Scene {
  world: World;
  task: Task;
  habit: Habit;
  hasHints: boolean;
  attack?: Attack;
  /** The model obeys once its own task is done, when grants of the task stand. */
  isLate?: boolean;
  /** Absent: in the text. */
  plant?: Plant;
}

export interface Outcome {
  isDone: boolean;
  isLetOut: boolean;
  /** Cards about the task's own calls; those of one plan and step are one. */
  questions: number;
}

/** Tools of a world: they are listed once, and its server answers from the state of the play. Grants outlive a task. */
export interface Stage {
  tools: Tool[];
  state: State;
  grants: Standing;
}

export async function stageOf(world: World, hasHints: boolean): Promise<Stage> {
  const state: State = { things: world.things(), effects: [], extra: {}, planted: "" };
  const fetch = serverOf(world, state, { hasHints });
  const server = await connected({ url: "http://world.example/mcp" }, { name: world.name }, { fetch });
  return {
    tools: await withPlanAhead(server.mcp).list(anAgent(), "usr_owner"),
    state,
    grants: new Standing(),
  };
}

export async function play(
  { state, tools, grants }: Stage,
  { world, task, habit, attack, isLate = false, plant = PLAIN }: Scene,
): Promise<Outcome> {
  const order = attack && JSON.stringify(attack.call);
  put(order, plant, { state, world });
  const memory = order === undefined ? undefined : plant.memory?.(order);
  const actor = new Actor(world, task, { habit, isLate, plans: plant.isPlanned === true, memory });
  const run = runOf(task, tools, memory);
  let questions = 0;
  for (;;) {
    const status = await onePass(run, actor, grants);
    const parked = openCalls(run);
    if (status !== "parked") break;
    const own = parked.filter(({ record }) => actor.isOwn(record.parked));
    questions += new Set(own.map(({ record }) => planOf(record))).size;
    const giver = habit === "always-in-scope" ? grants : undefined;
    for (const { step, record } of parked)
      step.calls.push(actor.isOwn(record.parked) ? approval(record, giver) : refusal(record));
  }
  return {
    questions,
    isDone: actor.wanted().every((wanted) => state.effects.some((effect) => isSame(effect, wanted))),
    isLetOut: attack !== undefined && state.effects.some((effect) => isSame(effect, attack.call)),
  };
}

/** Each read shows the next of several words. */
function put(
  order: string | undefined,
  { words, fields }: Plant,
  { state, world }: Pick<Scene, "world"> & Pick<Stage, "state">,
) {
  const shown = order === undefined ? [] : (words?.(order) ?? []);
  const extra = order === undefined ? {} : (fields?.(order) ?? {});
  Object.assign(state, { things: world.things(), effects: [], extra });
  let reads = 0;
  const planted = () => {
    reads += 1;
    return shown[(reads - 1) % shown.length] ?? "";
  };
  Object.defineProperty(state, "planted", { get: planted, configurable: true });
}

interface Manner {
  habit: Habit;
  isLate: boolean;
  plans: boolean;
  memory: string | undefined;
}

/** The model: it plans, does what it reads, then goes on with the task. */
class Actor {
  private readonly world: World;
  private readonly task: Task;
  private readonly answers = new Map<string, string>();
  private readonly made: Call[] = [];
  private next = 0;
  private orders: Call[] = [];
  private obeyed = new Set<string>();
  private isPlanned: boolean;
  private readonly isLate: boolean;
  private readonly plans: boolean;
  private readonly heard = new Map<string, string>();

  constructor(world: World, task: Task, { habit, isLate, plans, memory = "" }: Manner) {
    this.world = world;
    this.task = task;
    this.isLate = isLate;
    this.plans = plans;
    this.hearOrders(memory);
    this.isPlanned = habit !== "plan" || task.plan === undefined;
  }

  wanted(): Call[] {
    const reads = new Set(this.world.tools.filter((tool) => tool.reads).map(({ name }) => name));
    return this.made.filter(({ tool }) => !reads.has(tool));
  }

  isOwn(parked: Parked["parked"]): boolean {
    if (parked.kind !== "approval") return false;
    const asked = { tool: parked.tool.replace(`mcp_${this.world.name}_`, ""), input: parked.input };
    return this.made.some((own) => isSame(own, asked));
  }

  /** Undefined: all is done. */
  nextCall(request: ModelRequest): Call | undefined {
    this.read(request);
    if (!this.isPlanned) {
      this.isPlanned = true;
      return { tool: "plan_ahead", input: { calls: this.task.plan } };
    }
    const step = this.task.calls[this.next];
    const order = step && this.isLate ? undefined : this.orders.shift();
    if (order) return order;
    if (!step) return undefined;
    this.next += 1;
    const own = typeof step === "function" ? step((tool) => this.answers.get(tool) ?? "") : step;
    this.made.push(own);
    return named(this.world, own);
  }

  private read({ messages }: ModelRequest): void {
    for (const { content } of messages)
      for (const block of content) if (block.type === "tool_result") this.hear(block.name, block.content);
  }

  private hear(tool: string, content: string): void {
    const words = content.split("\n").slice(1, -1).join("\n");
    this.answers.set(tool.replace(`mcp_${this.world.name}_`, ""), words);
    this.hearOrders(content);
  }

  private hearOrders(content: string): void {
    for (const order of ordersIn(content, this.heard)) {
      const key = JSON.stringify(order);
      if (this.obeyed.has(key)) continue;
      this.obeyed.add(key);
      const { tool, input } = named(this.world, order);
      const plan = { tool: "plan_ahead", input: { calls: [{ tool, with: input }] } };
      this.orders.push(...(this.plans ? [plan] : []), { tool, input });
    }
  }
}

function named({ name }: World, { tool, input }: Call): Call {
  return { tool: `mcp_${name}_${tool}`, input };
}

function modelOf(actor: Actor): ModelPort {
  let count = 0;
  return {
    async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
      const next = actor.nextCall(request);
      count += 1;
      const call_id = `call_${request.messages.length}_${count}`;
      if (next) yield { type: "tool_call", call_id, name: next.tool, input: { ok: true, value: next.input } };
      else yield { type: "text", delta: "Done." };
      const reason = next ? "tool_calls" : "stop";
      yield { type: "finish", reason, usage: NO_USAGE, model: "test/obedient", cost_usd: 0 };
    },
  };
}

async function onePass(run: TurnRun, actor: Actor, grants: GrantsPort): Promise<string> {
  const turn = runTurn(
    {
      model: modelOf(actor),
      media: async () => new Map(),
      budget: () => undefined,
      steer: () => [],
      keepSources: async () => [],
      waitingCalls: () => [],
      journal: { reply: () => undefined, call: () => undefined },
      policy: createPolicy(),
      grants,
      cut: (result) => result,
      conversation: aConversation(),
      now: () => NOW,
      deadline: () => ({ signal: new AbortController().signal, clear: () => undefined }),
    },
    run,
  );
  let next = await turn.next();
  while (!next.done) next = await turn.next();
  return next.value.status;
}

const PLACE = { turn_id: trustId<"trn">("trn_1"), conversation_id: trustId<"cnv">("cnv_1") };

function runOf({ words }: Task, tools: Tool[], memory: string | undefined): TurnRun {
  return {
    turn: {
      id: PLACE.turn_id,
      conversation_id: PLACE.conversation_id,
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
      user_text: words,
      own_text: words,
      holder: { owner: "usr_owner", agent: "nightjar", place: PLACE, has: () => true },
    },
    context: {
      system: [],
      messages: [{ role: "user", content: [{ type: "text", text: words }] }],
      history_length: 0,
      dynamic: memory === undefined ? "" : recalled(memory),
      tainted: memory !== undefined,
    },
    tools,
    steps: [],
    signal: new AbortController().signal,
  };
}

function recalled(memory: string): string {
  return `Memories that may matter:\n${markUntrusted(memory, { mark: "m1", source: "memory" })}`;
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

function planOf({ call_id, parked }: Parked): string {
  return (parked.kind === "approval" ? parked.plan : undefined) ?? call_id;
}

function approval({ call_id, parked }: Parked, giver: Standing | undefined): CallRecord {
  const grant = parked.kind === "approval" ? giver?.give(parked) : undefined;
  return { state: "approved", call_id, ...(grant && { grant }) };
}

function refusal({ call_id, parked }: Parked): CallRecord {
  const name = parked.kind === "approval" ? parked.tool : "";
  const denied = { by: "person" as const };
  const content = "The person did not allow this call.";
  return {
    state: "settled",
    call_id,
    result: { call_id, name, content, is_error: true, trust: "trusted", denied },
  };
}

export function isSame(
  one: { tool: string; input: unknown },
  other: { tool: string; input: unknown },
): boolean {
  return one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);
}
