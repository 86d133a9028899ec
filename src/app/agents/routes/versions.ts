/** Versions of an agent: what each changed, and restoring one. */
import { changesBetween } from "../../../agents/fields.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { History } from "../../http/history.ts";
import { reply } from "../../http/reply.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { editableAgent, restrictFields } from "./access.ts";
import { updateAgent } from "./agents.ts";
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

function historyOf(context: ApiContext) {
  return new History({
    kind: "agent",
    versions: servicesOf(context).agentVersions,
    changes: changesBetween,
  });
}

async function list(context: ApiContext, slug: string, page: { cursor?: number | undefined; limit: number }) {
  await editableAgent(context, slug);
  return reply(200, await historyOf(context).page(slug, page));
}

async function read(
  context: ApiContext,
  { slug, version, against }: { slug: string; version: number; against: number | undefined },
) {
  await editableAgent(context, slug);
  return reply(200, await historyOf(context).beside(slug, version, against));
}

/** A picture that is gone is not restored. */
async function restore(context: ApiContext, slug: string, version: number) {
  const agent = await editableAgent(context, slug);
  const principal = context.get("principal");
  const { fields: old } = await historyOf(context).get(slug, version);
  const revision = { change: "restored", restored_from: version, by: principal.owner } as const;
  const wish = { slug, fields: restrictFields(principal, old, agent) };
  const restored = await savedWithOwnPicture(context, wish, (fields) =>
    updateAgent(context, agent, { fields, ...revision }),
  );
  return reply(200, restored, versionTag(restored));
}
