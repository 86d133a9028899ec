/** Routes of builds: list, follow, answer and stop them. */
import { z } from "zod";
import type { Build, BuildId } from "../../../capabilities/builds/record/build.ts";
import { BUILDS } from "../../../capabilities/builds/verbs.ts";
import { MAX_ANSWER_CHARACTERS } from "../../../channels/web/client-frame.ts";
import {
  AnsweredBuildShape,
  BuildShape,
  buildStatus,
  OpenBuildShape,
} from "../../../contract/agents/builds.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { mayUse, type Right } from "../../../domain/principal.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { idOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { answerBuild, askOf, eventsOf, stopBuilder } from "./builder-conversation.ts";
import { streamBuild } from "./stream.ts";

const id = z.string().min(1).max(200);
const ListQuery = () =>
  z.object({
    status: buildStatus().optional(),
    conversation: id.optional(),
    cursor: id.optional(),
    limit: limit({ usual: 50, most: 200 }),
  });
const params = () => z.object({ id: idOf("bld", "build") });
const AnswerBody = () => z.object({ text: z.string().min(1).max(MAX_ANSWER_CHARACTERS) });
const READ = { who: "member", scope: ["read", "chat"] } as const;

export const buildRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/builds",
    policy: READ,
    summary: "Capabilities that are being built or were, the newest first.",
    query: ListQuery,
    answers: () => ({ 200: listOf(BuildShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/builds/:id",
    policy: READ,
    summary: "A build: how it stands, and what the Builder asks.",
    params,
    answers: () => ({ 200: OpenBuildShape() }),
    async handler(context, { params }) {
      const build = await ownBuild(context, params.id);
      return reply(200, { ...buildView(build), ask: await askOf(context, build) });
    },
  }),
  defineRoute({
    method: "get",
    path: "/builds/:id/events",
    policy: READ,
    summary: "Progress, questions and the end of a build as Server-Sent Events.",
    params,
    query: () => z.object({ cursor: z.coerce.number().int().min(0).default(0) }),
    answers: () => ({ 200: "stream" }),
    async handler(context, { params, query }) {
      await ownBuild(context, params.id);
      const cursor = Number(context.req.header("last-event-id") ?? query.cursor);
      const { answer, work } = streamBuild(eventsOf(context, params.id), cursor || 0);
      backgroundOf(context)(work);
      return answer;
    },
  }),
  defineRoute({
    method: "post",
    path: "/builds/:id/answer",
    policy: { who: "member", scope: ["write", "chat"] },
    summary: "Answers the Builder's question.",
    params,
    body: AnswerBody,
    answers: () => ({ 202: AnsweredBuildShape() }),
    async handler(context, { params, body }) {
      const build = await ownBuild(context, params.id, "say");
      return reply(202, await answerBuild(context, build, body.text));
    },
  }),
  defineRoute({
    method: "post",
    path: "/builds/:id/cancel",
    policy: { who: "member", scope: ["write", "chat"] },
    summary: "Stops a build. A version that is in use stays.",
    params,
    body: nothing,
    answers: () => ({ 200: BuildShape() }),
    handler: (context, { params }) => cancel(context, params.id),
  }),
];

async function list(context: ApiContext, query: z.output<ReturnType<typeof ListQuery>>) {
  const { status, conversation, cursor, limit: size } = query;
  const { owner } = context.get("principal");
  const page = { status, conversation_id: conversation, limit: size + 1, before: cursor };
  const found = await servicesOf(context).verbs(BUILDS).store.list(owner, page);
  const items = found.slice(0, size).map(buildView);
  return reply(200, { items, next_cursor: found.length > size ? (items.at(-1)?.id ?? null) : null });
}

async function cancel(context: ApiContext, build_id: BuildId) {
  const build = await ownBuild(context, build_id, "manage");
  const { cancel, store } = servicesOf(context).verbs(BUILDS);
  if (!(await cancel(build))) throw new AppError("conflict", `This build has ended: it is ${build.status}.`);
  await stopBuilder(context, build);
  return reply(200, buildView((await store.get(build.id)) ?? build));
}

async function ownBuild(context: ApiContext, build_id: BuildId, right: Right = "read"): Promise<Build> {
  const build = await servicesOf(context).verbs(BUILDS).store.get(build_id);
  if (!build || !mayUse(context.get("principal"), build, right))
    throw new AppError("resource_not_found", "There is no such build, or it is not yours.");
  return build;
}

function buildView({
  owner: _owner,
  allowed: _allowed,
  is_live: _live,
  created_at,
  ended_at,
  ...rest
}: Build) {
  return {
    ...rest,
    created_at: new Date(created_at).toISOString(),
    ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
  };
}
