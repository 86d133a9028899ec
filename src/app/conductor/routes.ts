/** Routes to list and undo what conductors did for a person. */
import { z } from "zod";
import type { ConductorAction } from "../../conductor/action.ts";
import { undo } from "../../conductor/undo.ts";
import { CONDUCTOR } from "../../conductor/verbs.ts";
import { ConductedShape } from "../../contract/agents/conductor.ts";
import { listOf } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { iso, limit } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { nothing } from "../http/schemas.ts";
import { servicesOf } from "./services.ts";

const ListQuery = () =>
  z.object({ cursor: z.string().max(60).optional(), limit: limit({ usual: 20, most: 100 }) });

export const conductorRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/conducted",
    policy: { who: "member", scope: "read" },
    summary: "What agents have made and changed for one, the newest first.",
    query: ListQuery,
    answers: () => ({ 200: listOf(ConductedShape()) }),
    async handler(context, { query: { cursor, limit: size } }) {
      const { owner } = context.get("principal");
      const rows = await verbs(context).actions.list(owner, { limit: size + 1, before: cursor });
      const items = rows.slice(0, size).map(view);
      return reply(200, { items, next_cursor: rows.length > size ? (items.at(-1)?.id ?? null) : null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/conducted/:id/undo",
    policy: { who: "member", scope: "write" },
    summary:
      "Takes back what an agent has done: what it made goes, what it changed is as it was, what it cancelled is scheduled again.",
    params: () => z.object({ id: z.string().max(100) }),
    body: nothing,
    answers: () => ({ 200: ConductedShape() }),
    handler: (context, { params: { id } }) => takeBack(context, id),
  }),
];

function verbs(context: ApiContext) {
  return servicesOf(context).verbs(CONDUCTOR);
}

async function takeBack(context: ApiContext, id: string) {
  const { owner } = context.get("principal");
  const { actions } = verbs(context);
  const done = await actions.get(owner, id);
  if (!done) throw new AppError("resource_not_found", `There is no ${id} among what your agents have done.`);
  await undo(verbs(context), done, owner);
  return reply(200, view((await actions.get(owner, id)) ?? done));
}

function view({ owner: _, before: __, at, undone_at, ...done }: ConductorAction) {
  return { ...done, at: iso(at), undone_at: undone_at === null ? null : iso(undone_at) };
}
