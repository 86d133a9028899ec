/**
 * The one way to start a child conversation: a task for an agent, with a narrower mandate, limits of its own,
 * and a report that always arrives. Sub-agents and delegates start here; so do builders, researchers and
 * guests of rooms, each with a `kind` of its own.
 */
import type { ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { type Agent, mayTalkTo, noSuchAgent, worksFor } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import { causeOf } from "../domain/who-may.ts";
import type { ConversationRequest } from "../routing/address.ts";
import { mandateFor } from "./mandate.ts";
import type { ChildRequest, Children, StartChildResult } from "./ports.ts";

interface ChildrenDeps {
  /** Undefined if there is no agent of that name. */
  agent(slug: string): Promise<Agent | undefined>;
  /** The person's present rights; undefined if they have none. Cached. */
  person(id: string): Principal | undefined | Promise<Principal | undefined>;
  /** The front door's `plan`. */
  plan(owner: string, wish: ConversationRequest): Promise<Result<ConversationInit>>;
}

const USUAL_MINUTES = 15;

export function createChildren(deps: ChildrenDeps): Children {
  return {
    begin: (wish, context) => begin(deps, wish, context),
    start: (wish, context) => start(deps, wish, context),
  };
}

async function begin(deps: ChildrenDeps, wish: ChildRequest, context: ToolContext): Promise<ToolOutcome> {
  const started = await start(deps, wish, context);
  if (!started.ok) return started;
  const { conversation_id, agent } = started;
  if (wish.report === "result") return { parked: { kind: "child", conversation_id } };
  const content = `${agent.name} works on it and answers here by itself. Do not wait for it, and do not repeat the task.`;
  return { ok: true, content, trust: "trusted" };
}

async function start(
  deps: ChildrenDeps,
  wish: ChildRequest,
  context: ToolContext,
): Promise<StartChildResult> {
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

/**
 * The person who caused the turn must be allowed to talk to the agent; otherwise it counts as missing. The
 * child's own turns check again.
 */
async function agentFor(
  deps: ChildrenDeps,
  wish: ChildRequest,
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

function conversationOf(wish: ChildRequest, agent: Agent, context: ToolContext): ConversationRequest {
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
