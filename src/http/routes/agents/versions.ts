/** What an agent was: its versions, what each changed, and bringing one back. */
import { changesBetween } from "../../../agents/changes.ts";
import { AppError } from "../../../domain/errors.ts";
import type { AgentVersion } from "../../../storage/d1/agents/agent-versions.ts";
import { type ApiContext, defineRoute, type Route } from "../../api.ts";
import { iso } from "../../query.ts";
import { allowed, editableAgent } from "./access.ts";
import { updated } from "./agents.ts";
import { savedWithOwnPicture } from "./picture.ts";
import { shapes } from "./shapes.ts";

export const agentVersionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/agents/:slug/versions",
    policy: { who: "member", scope: "read" },
    summary: "Every version of an agent, the newest first: who made it, when, and what it changed.",
    params: shapes.params,
    query: shapes.versionsQuery,
    answers: () => ({ 200: shapes.versions() }),
    handler: (context, { params: { slug }, query }) => list(context, slug, query),
  }),
  defineRoute({
    method: "get",
    path: "/agents/:slug/versions/:version",
    policy: { who: "member", scope: "read" },
    summary: "A version, and what it changed; with `against` what is different from that one.",
    params: shapes.versionParams,
    query: shapes.versionQuery,
    answers: () => ({ 200: shapes.version() }),
    handler: (context, { params, query: { against } }) => read(context, { ...params, against }),
  }),
  defineRoute({
    method: "post",
    path: "/agents/:slug/restore",
    policy: { who: "member", scope: "write" },
    summary: "Brings a version back, as a new version.",
    params: shapes.params,
    body: shapes.restore,
    answers: () => ({ 200: shapes.agent() }),
    handler: (context, { params: { slug }, body: { version } }) => restore(context, slug, version),
  }),
];

async function list(
  context: ApiContext,
  slug: string,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<Response> {
  await editableAgent(context, slug);
  const before = cursor === undefined ? {} : { before: cursor };
  const found = await context.get("house").agentVersions.list(slug, { ...before, limit: limit + 1 });
  const items = found.slice(0, limit).map((version, index) => viewOf(version, found[index + 1]));
  return context.json({ items, next_cursor: found.length > limit ? String(items.at(-1)?.version) : null });
}

async function read(
  context: ApiContext,
  { slug, version, against }: { slug: string; version: number; against: number | undefined },
): Promise<Response> {
  await editableAgent(context, slug);
  const found = await versionOf(context, slug, version);
  const earlier = await context.get("house").agentVersions.get(slug, version - 1);
  const other = against === undefined ? earlier : await versionOf(context, slug, against);
  return context.json({
    ...viewOf(found, earlier),
    fields: found.fields,
    against: other?.version ?? null,
    changes: other ? changesBetween(other.fields, found.fields) : [],
  });
}

/** A picture that is gone stays gone. */
async function restore(context: ApiContext, slug: string, version: number): Promise<Response> {
  const agent = await editableAgent(context, slug);
  const principal = context.get("principal");
  const { fields: old } = await versionOf(context, slug, version);
  const revision = { change: "restored", restored_from: version, by: principal.owner } as const;
  const wish = { slug, fields: allowed(principal, old, agent) };
  const restored = await savedWithOwnPicture(context, wish, (fields) =>
    updated(context, agent, { fields, ...revision }),
  );
  return context.json(restored, 200, { etag: `"${restored.version}"` });
}

async function versionOf(context: ApiContext, slug: string, version: number): Promise<AgentVersion> {
  const found = await context.get("house").agentVersions.get(slug, version);
  if (found) return found;
  throw new AppError(
    "resource_not_found",
    `The agent "${slug}" has no version ${version}. GET /api/v1/agents/${slug}/versions lists them.`,
  );
}

function viewOf({ fields, at, ...version }: AgentVersion, earlier: AgentVersion | undefined) {
  const changed = earlier ? changesBetween(earlier.fields, fields).map(({ field }) => field) : [];
  return { ...version, at: iso(at), changed };
}
