/** `create_agent` and `update_agent`: offered to conductors, in turns of their own person. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import { mayEditAgent } from "../domain/agent.ts";
import { AppError } from "../domain/errors.ts";
import { isClient } from "../people/person.ts";
import { defineTool, toolError, trustedResult } from "../tools/define-tool.ts";
import type { ConductorAction } from "./action.ts";
import {
  type AgentChange,
  changeSchema,
  fieldsOfChange,
  fieldsOfNew,
  type NewAgentRequest,
  newAgentSchema,
} from "./agent-changes.ts";
import type { ConductorDeps } from "./ports.ts";

/**
 * Asks in every turn, and in a tainted one even if the tool was allowed for good: the agent acts later, by
 * itself.
 */
export const STEERS = (what: string) => ({ to: "elsewhere", what, each: true }) as const;

export function conductorTools(deps: ConductorDeps): Tool[] {
  return [createTool(deps), updateTool(deps)];
}

function createTool(deps: ConductorDeps): Tool {
  const what = ({ slug, name, client }: NewAgentRequest) =>
    `make the agent "${slug}" (${name})${client === undefined ? "" : ` for the client "${client}"`}`;
  return defineTool({
    name: "create_agent",
    description:
      "Make a new agent for this person: a slug, a name, what it is for (`role`) and its `instructions` in Markdown. It is theirs alone, or with `client` (a slug) that client's alone, and may use no tool that you may not.",
    schema: newAgentSchema(),
    effect: "once",
    reach: "inside",
    personal: true,
    touches: (request) => STEERS(what(request)),
    asks_first: what,
    run: (request, context) => refuseOnError(() => create(deps, request, context)),
  });
}

function updateTool(deps: ConductorDeps): Tool {
  const what = ({ slug, ...change }: AgentChange) =>
    `change ${Object.keys(change).join(", ")} of the agent "${slug}"`;
  return defineTool({
    name: "update_agent",
    description:
      "Change an agent of this person by its `slug`: what you leave out stays. Rules of tools can only become stricter. Each change is a version that they can take back.",
    schema: changeSchema(),
    effect: "once",
    reach: "inside",
    personal: true,
    touches: (change) => STEERS(what(change)),
    asks_first: what,
    run: (change, context) => refuseOnError(() => update(deps, change, context)),
  });
}

async function create(
  deps: ConductorDeps,
  request: NewAgentRequest,
  context: ToolContext,
): Promise<ToolOutcome> {
  const principal = await deps.personOf(context.owner);
  if (!principal || principal.role === "guest") return toolError(NOT_THEIRS);
  const owner = request.client === undefined ? context.owner : await clientId(deps, request.client, context);
  if (owner === undefined) return toolError(noSuchClient(request.client));
  const fields = fieldsOfNew(request, { owner, rules: context.rules });
  const agent = await deps.agents.create(request.slug, fields, context.owner);
  await note(deps, context, { did: "created", kind: "agent", ...agent });
  const where =
    request.client === undefined ? `@${agent.slug} reaches it.` : "Only that client can talk to it.";
  return trustedResult(`The agent ${agent.slug} is there. ${where} ${UNDO}`);
}

/** Undefined if this person keeps no client of that name. */
async function clientId(deps: ConductorDeps, slug: string, { owner }: ToolContext) {
  return (await deps.clients().clients.list(owner)).find((client) => client.slug === slug)?.id;
}

export function noSuchClient(slug = ""): string {
  return `This person has no client "${slug}". list_clients lists them.`;
}

async function update(deps: ConductorDeps, change: AgentChange, context: ToolContext): Promise<ToolOutcome> {
  const [principal, before] = await Promise.all([deps.personOf(context.owner), deps.agents.get(change.slug)]);
  if (!before) return toolError(`There is no agent "${change.slug}": create_agent makes one.`);
  const may =
    principal && (mayEditAgent(before, principal) || (await isClients(deps, before, context.owner)));
  if (!may) return toolError(NOT_THEIRS);
  const fields = fieldsOfChange(before, change, context.rules);
  const after = await deps.agents.update(before, fields, { by: context.owner });
  if (!after) return toolError(`${change.slug} was changed by someone else at the same time. Try again.`);
  if (after.version === before.version) return trustedResult(`${change.slug} is already like that.`);
  await note(deps, context, { did: "updated", kind: "agent", ...after });
  return trustedResult(`${change.slug} is changed; it is version ${after.version} now. ${UNDO}`);
}

/** Whether the agent belongs to a client whom they keep. */
async function isClients(deps: ConductorDeps, { owner }: Agent, keeper: string): Promise<boolean> {
  return owner !== null && isClient(owner) && (await deps.clients().clients.get(owner))?.owner === keeper;
}

const NOT_THEIRS = "This person may not change that agent; its owner or the operator can, on its page.";
export const UNDO = "The person can undo that on the Agents page.";

type ActionNote = Pick<ConductorAction, "did" | "kind" | "slug" | "version"> & { before?: string | null };

export async function note(
  { actions, newId, now }: ConductorDeps,
  { owner, agent, conversation_id }: ToolContext,
  { did, kind, slug, version, before = null }: ActionNote,
): Promise<void> {
  const what = { did, kind, slug, name: null, version, before, by: agent.slug, owner, conversation_id };
  await actions.note({ id: newId(), ...what, at: now(), undone_at: null });
}

/** Turns errors that other arguments could avoid into a refusal for the model. */
export async function refuseOnError(act: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await act();
  } catch (problem) {
    if (problem instanceof AppError) return toolError(problem.reason);
    if (problem instanceof z.ZodError) return toolError(z.prettifyError(problem));
    throw problem;
  }
}
