/**
 * Previews: an agent is tried out as it stands in an editor, in a conversation that no list shows and that is deleted
 * afterwards.
 */
import type { AgentFields, GivenFields } from "../../../agents/fields.ts";
import { completeFields } from "../../../agents/fields.ts";
import { AgentPreviewShape, WholeAgentBody } from "../../../contract/agents/agents.ts";
import { isDraft } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import { ofConversation, target } from "../../conversations/conversation-access.ts";
import { removeConversation } from "../../conversations/routes/conversations.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { restrictFields } from "./access.ts";

const ONE = "/agent-previews/:id";

export const agentPreviewRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/agent-previews",
    policy: { who: "member", scope: "write" },
    summary:
      "Begins a throwaway conversation with an agent that is not saved: it is in no list and remembers nothing.",
    body: WholeAgentBody,
    answers: () => ({ 201: AgentPreviewShape() }),
    handler: (context, { body: { slug: _slug, version: _version, ...fields } }) => begin(context, fields),
  }),
  defineRoute({
    method: "put",
    path: ONE,
    policy: { who: "member", scope: "write" },
    summary: "The agent as it is by now; messages that name the `agent` of the answer are answered by that.",
    params: ofConversation,
    body: WholeAgentBody,
    answers: () => ({ 200: AgentPreviewShape() }),
    handler: (context, { body: { slug: _slug, version: _version, ...fields } }) => renew(context, fields),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: { who: "member", scope: "write" },
    summary: "Ends a preview: the conversation and the drafts of its agent are gone.",
    params: ofConversation,
    answers: () => ({ 204: "empty" }),
    handler: end,
  }),
];

async function begin(context: ApiContext, given: GivenFields) {
  const { frontDoor, openNew, agentDrafts } = servicesOf(context);
  const principal = context.get("principal");
  const wish = { channel: "web", title: `Trying out ${given.name}` } as const;
  const init = unwrap(await frontDoor.plan(principal.owner, wish, principal));
  const agent = await agentDrafts.add(init.conversation_id, draftOf(principal, given));
  unwrap((await openNew({ ...init, agent })).opened);
  return reply(201, { id: init.conversation_id, agent });
}

async function renew(context: ApiContext, given: GivenFields) {
  const { id, principal } = target(context);
  await ownPreview(context);
  const agent = await servicesOf(context).agentDrafts.add(id, draftOf(principal, given));
  return reply(200, { id, agent });
}

async function end(context: ApiContext): Promise<Response> {
  const { id } = target(context);
  await ownPreview(context);
  const response = await removeConversation(context);
  await servicesOf(context).agentDrafts.remove(id);
  return response;
}

async function ownPreview(context: ApiContext): Promise<void> {
  const { id, services, principal } = target(context);
  const row = await services.conversations.get(id);
  if (row?.owner === principal.owner && isDraft(row.agent)) return;
  throw new AppError("resource_not_found", "This preview has ended. Start another one.");
}

/** For the person who tries it out alone, and with nothing that would outlast the preview. */
function draftOf(principal: Principal, given: GivenFields): AgentFields {
  const { owner } = principal;
  const apart = {
    owner,
    audience: [],
    memory: "none",
    keywords: [],
    picture: null,
    conductor: false,
  } as const;
  return restrictFields(principal, { ...completeFields(given), ...apart, audience: [], keywords: [] });
}
