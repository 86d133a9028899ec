/**
 * The one way to set a conversation going from within another: a task for an agent, with fewer rights, limits of its own
 * and a report that arrives, come what may. Sub-agents and delegates are begun by it; a builder, a researcher or a guest in
 * a room is begun by it too, with a `kind` of its own.
 */
import type { ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { type Agent, mayTalkTo, noSuchAgent, worksFor } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Principal } from "../domain/principal.ts";
import { causeOf } from "../domain/who-may.ts";
import type { Wish } from "../routing/address.ts";
import { type MandateWish, mandateFor } from "./mandate.ts";

export interface ChildWish extends MandateWish {
  /** Slug; absent: the agent whose call it is. */
  agent?: string | undefined;
  /** All that the child is told: it does not see the conversation. */
  task: string;
  /** Of the child's conversation; absent: made from the task. */
  title?: string;
  /**
   * `result`: the call parks, and the report is its result. `message`: the call goes on, and the report is posted where
   * the task was given, in the name of the child's agent.
   */
  report: "result" | "message";
}

export interface Children {
  /** Called by a tool with its own context; an outcome of the tool. The same call again begins nothing more. */
  begin(wish: ChildWish, context: ToolContext): Promise<ToolOutcome>;
  /** The same for a tool that says in its own words what it has begun. */
  start(wish: ChildWish, context: ToolContext): Promise<Started>;
}

/** Which child it is, or why there is none, for the model to read. */
export type Started =
  | { ok: true; conversation_id: ConversationId; agent: Pick<Agent, "slug" | "name"> }
  | { ok: false; error: string };

export interface ChildrenDeps {
  /** Undefined when there is none of that name. */
  agent(slug: string): Promise<Agent | undefined>;
  /** As they may act today; undefined: not at all. From memory when warm. */
  person(id: string): Principal | undefined | Promise<Principal | undefined>;
  /** The front door's. */
  plan(owner: string, wish: Wish): Promise<Result<ConversationInit>>;
}

const USUAL_MINUTES = 15;

export function createChildren(deps: ChildrenDeps): Children {
  return {
    begin: (wish, context) => begin(deps, wish, context),
    start: (wish, context) => start(deps, wish, context),
  };
}

async function begin(deps: ChildrenDeps, wish: ChildWish, context: ToolContext): Promise<ToolOutcome> {
  const started = await start(deps, wish, context);
  if (!started.ok) return started;
  const { conversation_id, agent } = started;
  if (wish.report === "result") return { parked: { kind: "child", conversation_id } };
  const content = `${agent.name} works on it and answers here by itself. Do not wait for it, and do not repeat the task.`;
  return { ok: true, content, trust: "trusted" };
}

async function start(deps: ChildrenDeps, wish: ChildWish, context: ToolContext): Promise<Started> {
  const { task, report, limits } = wish;
  const agent = await agentFor(deps, wish, context);
  if (!agent) return { ok: false, error: noSuchAgent(wish.agent ?? "") };
  const planned = await deps.plan(context.owner, conversationOf(wish, agent, context));
  if (!planned.ok) return { ok: false, error: planned.failure.reason };
  const init = planned.value;
  const { slug, name } = agent;
  const patience_ms = (limits?.minutes ?? USUAL_MINUTES) * 60_000;
  const child = { init, task, agent: { slug, name }, report, patience_ms };
  const refusal = context.conversation.begin(child);
  if (refusal !== undefined) return { ok: false, error: refusal };
  return { ok: true, conversation_id: init.conversation_id, agent: { slug, name } };
}

/** One that whoever caused the turn may not talk to is not there for their task either. The child's own turns ask again. */
async function agentFor(
  deps: ChildrenDeps,
  wish: ChildWish,
  { agent: own, owner, actor }: ToolContext,
): Promise<Agent | undefined> {
  if (wish.agent === undefined || wish.agent === own.slug) return own;
  const id = causeOf(actor, owner);
  const [found, person] = await Promise.all([
    deps.agent(wish.agent),
    id === undefined ? undefined : deps.person(id),
  ]);
  const who: Principal = person ?? { owner: "", role: "guest", name: "" };
  const isErrand = wish.own_tools !== undefined;
  return found && (mayTalkTo(found, who) || (isErrand && worksFor(found, who))) ? found : undefined;
}

function conversationOf(wish: ChildWish, agent: Agent, context: ToolContext): Wish {
  const { conversation_id, call_id, idempotency_key, conversation } = context;
  const depth = (conversation.parent()?.depth ?? 0) + 1;
  const mandate = mandateFor(context, depth, wish);
  return {
    channel: "conversation",
    agent: agent.slug,
    title: wish.title ?? titleOf(wish.task),
    parent: { conversation_id, call_id, depth, mandate, idempotency_key },
  };
}

const LONGEST_TITLE = 60;

function titleOf(task: string): string {
  const [line = ""] = task.trim().split("\n");
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1)}…`;
}
