/** Grants over HTTP: list, give, change and end. */
import { z } from "zod";
import { GrantChangeBody, GrantPairBody, GrantShape, NewGrantBody } from "../../contract/agents/grants.ts";
import { listOf, type SchemaOutput } from "../../contract/schema.ts";
import { mayTalkTo } from "../../domain/agent.ts";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { destinationKey } from "../../domain/grants/coverage.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";
import { grantView } from "./view.ts";

const params = () => z.object({ id: z.string().max(100) });

export const grantRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/grants",
    policy: { who: "member", scope: "read" },
    summary: "Permissions that spare agents' calls a question, the newest first.",
    answers: () => ({ 200: listOf(GrantShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: "/grants",
    policy: { who: "member", scope: "write" },
    summary:
      "Gives a permission. Unlike one from a question, it may cover calls that destroy something, and with `max_amount` calls that pay.",
    body: NewGrantBody,
    answers: () => ({ 201: GrantShape() }),
    handler: (context, { body }) => give(context, body),
  }),
  defineRoute({
    method: "patch",
    path: "/grants/:id",
    policy: { who: "member", scope: "write" },
    summary: "Changes what a permission covers, and until when.",
    params,
    body: GrantChangeBody,
    answers: () => ({ 200: GrantShape() }),
    handler: (context, { params: { id }, body }) => change(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: "/grants",
    policy: { who: "member", scope: "write" },
    summary: "Ends all permissions of an agent for a tool.",
    body: GrantPairBody,
    answers: () => ({ 204: "empty" }),
    handler: (context, { body }) => endAll(context, body),
  }),
  defineRoute({
    method: "delete",
    path: "/grants/:id",
    policy: { who: "member", scope: "write" },
    summary: "Ends a permission; the next call asks again.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { id } }) => end(context, id),
  }),
];

async function list(context: ApiContext) {
  const items = await servicesOf(context).grants.list(owner(context));
  return reply(200, { items: items.map(grantView), next_cursor: null });
}

async function give(context: ApiContext, body: SchemaOutput<typeof NewGrantBody>) {
  const { agents, grants } = servicesOf(context);
  const named = (await agents.list()).find(({ slug }) => slug === body.agent);
  if (!named || !mayTalkTo(named, context.get("principal")))
    throw new AppError("resource_not_found", `There is no agent ${body.agent}.`);
  const terms = {
    ...body,
    to: keysOf(body.to),
    conversation_id: null,
    turn_id: null,
    given: "page",
  } as const;
  return reply(201, await shown(context, await grants.give(owner(context), terms)));
}

async function change(context: ApiContext, id: string, body: SchemaOutput<typeof GrantChangeBody>) {
  const { to, ...rest } = body;
  const changes = definedOf({ ...rest, ...(to !== undefined && { to: keysOf(to) }) });
  if (!(await servicesOf(context).grants.change(owner(context), id, changes))) throw noneSuch(id);
  return reply(200, await shown(context, id));
}

async function end(context: ApiContext, id: string): Promise<Response> {
  if (!(await servicesOf(context).grants.end(owner(context), id))) throw noneSuch(id);
  return context.body(null, 204);
}

async function endAll(
  context: ApiContext,
  { agent, tool }: SchemaOutput<typeof GrantPairBody>,
): Promise<Response> {
  const { grants } = servicesOf(context);
  const standing = await grants.list(owner(context));
  const named = standing.filter((grant) => grant.agent === agent && grant.tool === tool);
  if (named.length === 0)
    throw new AppError("resource_not_found", `${agent} has no standing permission for ${tool}.`);
  await Promise.all(named.map(({ id }) => grants.end(owner(context), id)));
  return context.body(null, 204);
}

/** A change may have used it up or ended it: then it is gone. */
async function shown(context: ApiContext, id: string) {
  const standing = await servicesOf(context).grants.list(owner(context));
  const found = standing.find((grant) => grant.id === id);
  if (!found) throw noneSuch(id);
  return grantView(found);
}

function keysOf(to: readonly string[] | null): string[] | null {
  return to === null ? null : [...new Set(to.map((text) => destinationKey(text, false)))];
}

function noneSuch(id: string): AppError {
  return new AppError("resource_not_found", `There is no permission ${id}, or it has ended.`);
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}
