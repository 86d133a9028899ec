/** Sessions: the devices on which a person is signed in. */
import { z } from "zod";
import { EndedSessionsShape, SessionShape } from "../../../../contract/people/sessions.ts";
import { listOf } from "../../../../contract/schema.ts";
import { AppError } from "../../../../domain/errors.ts";
import type { Session } from "../../../../people/session.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { iso } from "../../../http/query.ts";
import { reply } from "../../../http/reply.ts";
import { idOf } from "../../../http/schemas.ts";
import { servicesOf } from "../../services.ts";

const params = () => z.object({ id: idOf("ses", "session") });

export const sessionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/auth/sessions",
    policy: { who: "person", scope: "admin" },
    summary: "The devices on which one is signed in, the one used last first.",
    answers: () => ({ 200: listOf(SessionShape()) }),
    handler: async (context) => {
      const { owner, session_id } = context.get("principal");
      const sessions = await servicesOf(context).people.sessions.of(owner);
      return reply(200, { items: sessions.map((each) => viewOf(each, session_id)), next_cursor: null });
    },
  }),
  defineRoute({
    method: "patch",
    path: "/auth/sessions/:id",
    policy: { who: "person", scope: "admin" },
    summary: "Gives a device a name.",
    params,
    body: () => z.object({ device: z.string().trim().max(60) }),
    answers: () => ({ 200: SessionShape() }),
    handler: (context, { params: { id }, body: { device } }) => rename(context, id, device),
  }),
  defineRoute({
    method: "delete",
    path: "/auth/sessions/:id",
    policy: { who: "person", scope: "admin" },
    summary: "Signs a device out.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => {
      const { owner } = context.get("principal");
      if (!(await servicesOf(context).people.sessions.revoke(id, owner))) throw noSession();
      return context.body(null, 204);
    },
  }),
  defineRoute({
    method: "delete",
    path: "/auth/sessions",
    policy: { who: "person", scope: "admin" },
    summary: "Signs all other devices out.",
    answers: () => ({ 200: EndedSessionsShape() }),
    handler: async (context) => {
      const { owner, session_id } = context.get("principal");
      return reply(200, { ended: await servicesOf(context).people.sessions.revokeAll(owner, session_id) });
    },
  }),
];

async function rename(context: ApiContext, id: string, device: string) {
  const { owner, session_id } = context.get("principal");
  const session = await servicesOf(context).people.sessions.rename(id, owner, device);
  if (session === undefined) throw noSession();
  return reply(200, viewOf(session, session_id));
}

function noSession(): AppError {
  return new AppError(
    "resource_not_found",
    "There is no such session, or it has ended. GET /api/v1/auth/sessions lists yours.",
  );
}

function viewOf(session: Session, current: string | undefined): z.output<ReturnType<typeof SessionShape>> {
  const { id, device, user_agent, created_at, last_seen_at, expires_at, kind, owner } = session;
  return {
    id,
    device,
    user_agent,
    created_at: iso(created_at),
    last_seen_at: iso(last_seen_at ?? undefined),
    expires_at: iso(expires_at),
    client: kind === "client" ? owner : null,
    current: id === current,
  };
}
