/**
 * The one way to start a child conversation: a task for an agent, with a narrower mandate, limits of its own,
 * and a report that always arrives. Sub-agents and delegates start here; so do builders, researchers and
 * guests of rooms, each with a `kind` of its own.
 */
import type { ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { type Agent, mayTalkTo, noSuchAgent, worksFor } from "../domain/agent.ts";
import type { BeginJob, ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import { parseId } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { causeOf } from "../domain/who-may.ts";
import { PRIORITIES } from "../jobs/job.ts";
import type { ConversationRequest } from "../routing/address.ts";
import { mandateFor } from "./mandate.ts";
import type { ChildRequest, Children, StartChildResult } from "./ports.ts";

interface ChildrenDeps {
  /** Undefined if there is no agent of that name. */
  agent(slug: string): Promise<Agent | undefined>;
  /** The person's present rights; undefined if they have none. Cached. */
  person(id: string): Principal | undefined | Promise<Principal | undefined>;
  /** The front door's `plan`. */
  plan(owner: string, request: ConversationRequest): Promise<Result<ConversationInit>>;
}

const USUAL_MINUTES = 15;

export function createChildren(deps: ChildrenDeps): Children {
  return {
    begin: (request, context) => begin(deps, request, context),
    start: (request, context) => start(deps, request, context),
  };
}

async function begin(deps: ChildrenDeps, request: ChildRequest, context: ToolContext): Promise<ToolOutcome> {
  const started = await start(deps, request, context);
  if (!started.ok) return started;
  const { conversation_id, agent } = started;
  if (request.report === "result") return { parked: { kind: "child", conversation_id } };
  const content = `${agent.name} works on it and answers here by itself. Do not wait for it, and do not repeat the task.`;
  return { ok: true, content, trust: "trusted" };
}

async function start(
  deps: ChildrenDeps,
  request: ChildRequest,
  context: ToolContext,
): Promise<StartChildResult> {
  const { task, report, limits } = request;
  const agent = await agentFor(deps, request, context);
  if (!agent) return { ok: false, error: noSuchAgent(request.agent ?? "") };
  const planned = await deps.plan(context.owner, conversationOf(request, agent, context));
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
  request: ChildRequest,
  { agent: own, owner, actor }: ToolContext,
): Promise<Agent | undefined> {
  if (request.agent === undefined || request.agent === own.slug) return own;
  const id = causeOf(actor, owner);
  const [found, person] = await Promise.all([
    deps.agent(request.agent),
    id === undefined ? undefined : deps.person(id),
  ]);
  const who: Principal = person ?? { owner: "", role: "guest", name: "" };
  const isErrand = request.own_tools !== undefined;
  return found && (mayTalkTo(found, who) || (isErrand && worksFor(found, who))) ? found : undefined;
}

function conversationOf(request: ChildRequest, agent: Agent, context: ToolContext): ConversationRequest {
  const { conversation_id, call_id, idempotency_key, conversation } = context;
  const depth = (conversation.parent()?.depth ?? 0) + 1;
  const mandate = mandateFor(context, depth, request);
  return {
    channel: "conversation",
    agent: agent.slug,
    model: request.model,
    title: request.title ?? titleOf(request.task),
    parent: { conversation_id, call_id, depth, mandate, idempotency_key, ...jobOf(request, context) },
  };
}

function jobOf({ job }: ChildRequest, { source, conversation }: ToolContext): { job?: BeginJob } {
  if (!job) return {};
  const isScheduled = bySchedule(source) || conversation.parent()?.job?.priority === PRIORITIES.scheduled;
  return { job: { kind: job.kind.name, priority: isScheduled ? PRIORITIES.scheduled : job.priority } };
}

/** Also for a message that an agent or a person has scheduled. */
function bySchedule({ channel, sender }: Source): boolean {
  return channel === "system" && (sender === "schedule" || parseId("sch", sender) !== undefined);
}

const LONGEST_TITLE = 60;

function titleOf(task: string): string {
  const [line = ""] = task.trim().split("\n");
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1)}…`;
}
