/** Starting points for a new agent: a template, or another agent. */
import { parseAgentFile } from "../../../agents/agent-file.ts";
import { fieldsOf } from "../../../agents/fields.ts";
import { AgentShape, AgentTemplateShape, DuplicateBody } from "../../../contract/agents/agents.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import type { Agent } from "../../../domain/agent.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { copyPicture } from "../../http/pictures.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { agentParams, editableAgent } from "./access.ts";
import { createAgent, ownedBy } from "./agents.ts";

export const agentBeginningRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/agent-templates",
    policy: { who: "member", scope: "read" },
    summary: "Agents to begin with: whole, as `POST /agents` takes them.",
    answers: () => ({ 200: listOf(AgentTemplateShape()) }),
    handler: (context) => reply(200, { items: templatesOf(context), next_cursor: null }),
  }),
  defineRoute({
    method: "post",
    path: "/agents/:slug/duplicate",
    policy: { who: "member", scope: "write" },
    summary: "Makes another agent that is as this one is now, with its picture; a member's is their own.",
    params: agentParams,
    body: DuplicateBody,
    answers: () => ({ 201: AgentShape() }),
    handler: (context, { params: { slug }, body }) => duplicate(context, slug, body),
  }),
];

function templatesOf(context: ApiContext) {
  return servicesOf(context).agentTemplates.map(({ path, text }) => {
    const named = path.replace(/^.*\//, "").replace(/\.md$/, "");
    const { slug = named, fields } = parseAgentFile(text, path);
    return { slug, ...fields };
  });
}

async function duplicate(
  context: ApiContext,
  from: string,
  { slug, name }: SchemaOutput<typeof DuplicateBody>,
) {
  const agent = await editableAgent(context, from);
  const fields = ownedBy(context.get("principal"), { ...fieldsOf(agent), picture: null });
  const picture = await pictureFor(context, slug, agent);
  return createAgent(context, slug, { ...fields, name: name ?? agent.name, picture });
}

/** Refuses a slug that is taken before a picture is copied to it. */
async function pictureFor(context: ApiContext, slug: string, { slug: from, picture }: Agent) {
  const isTaken = picture === null || (await servicesOf(context).agents.get(slug)) !== undefined;
  return isTaken ? null : copyPicture(context, { from: `agent:${from}`, to: `agent:${slug}`, picture });
}
