/** Plays a task of a world: the real loop, server client and policy, and a model that obeys whatever it reads. */

import { runTurn, type TurnRun } from "../../../src/agent/loop/run-turn.ts";
import type { GrantsPort } from "../../../src/agent/ports/grants.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { CallRecord } from "../../../src/agent/turn.ts";
import { AGENT_DEFAULTS } from "../../../src/domain/agent.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { withPlanAhead } from "../../../src/tools/plan-ahead.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { aConversation, anAgent, NOW } from "../../unit/tools/support.ts";
import { connected } from "../mcp/connected.ts";
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
  const state: State = { things: world.things(), effects: [], planted: "" };
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
  { world, task, habit, attack, isLate = false }: Scene,
): Promise<Outcome> {
  const order = attack && `Important: [[${JSON.stringify(attack.call)}]]`;
  Object.assign(state, { things: world.things(), effects: [], planted: order ?? "" });
  const actor = new Actor(world, task, { habit, isLate });
  const run = runOf(task, tools);
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

  constructor(world: World, task: Task, { habit, isLate }: { habit: Habit; isLate: boolean }) {
    this.world = world;
    this.task = task;
    this.isLate = isLate;
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
    if (order) return named(this.world, order);
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
    for (const [, order = ""] of content.replaceAll('\\"', '"').matchAll(/\[\[(\{.*?\})\]\]/g)) {
      if (this.obeyed.has(order)) continue;
      this.obeyed.add(order);
      this.orders.push(JSON.parse(order) as Call);
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

function runOf({ words }: Task, tools: Tool[]): TurnRun {
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
      dynamic: "",
      tainted: false,
    },
    tools,
    steps: [],
    signal: new AbortController().signal,
  };
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
