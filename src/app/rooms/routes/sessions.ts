/** Visits over HTTP: begin, read, end, and talk. In the API a visit is called a session. */
import { z } from "zod";
import { BegunSessionShape, SessionAnswerShape, SessionShape } from "../../../contract/visits.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { Room } from "../../../domain/room.ts";
import type { VisitView } from "../../../domain/visit.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { idOf, nothing } from "../../http/schemas.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { roomParams } from "./access.ts";
import { answerInVisit, MessageBody } from "./answer-in-visit.ts";
import { enterRoom } from "./enter.ts";
import { noSession, viewedBy, visitOf } from "./visit-of.ts";

const sessionParams = () => roomParams().extend({ session: idOf("cnv", "session") });
const EndBody = () => z.object({ session_id: idOf("cnv", "session") });

export const sessionRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/rooms/:room/session/start",
    policy: { who: "person", scope: "chat" },
    summary:
      "Comes in: a visit begins, and the host says something. Whoever is in the room already is given their open visit (200).",
    params: roomParams,
    body: nothing,
    answers: () => ({ 200: BegunSessionShape(), 201: BegunSessionShape() }),
    handler: (context, { params: { room } }) => start(context, room),
  }),
  defineRoute({
    method: "get",
    path: "/rooms/:room/session/:session/status",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "How a visit stands; asking changes nothing of it.",
    params: sessionParams,
    answers: () => ({ 200: SessionShape() }),
    handler: async (context, { params: { room, session } }) =>
      reply(200, viewedBy(session, await visitOf(context, room, session))),
  }),
  defineRoute({
    method: "post",
    path: "/rooms/:room/session/end",
    policy: { who: "person", scope: "chat" },
    summary:
      "Leaves the room: the visit is over, of a shared one for who leaves, and for all with the last. One that is over already stays as it is.",
    params: roomParams,
    body: EndBody,
    answers: () => ({ 200: SessionShape() }),
    handler: (context, { params: { room }, body }) => end(context, room, body.session_id),
  }),
  defineRoute({
    method: "post",
    path: "/rooms/:room/message",
    policy: { who: "person", scope: "chat" },
    summary: "Says something in a visit, and waits for whoever answers.",
    params: roomParams,
    body: MessageBody,
    answers: () => ({ 200: SessionAnswerShape() }),
    handler: (context, { params: { room }, body }) => answerInVisit(context, room, body),
  }),
];

async function start(context: ApiContext, slug: string) {
  const { id, room, isNew } = await enterRoom(context, slug);
  return welcomed(context, { id, room, slug }, isNew ? 201 : 200);
}

async function welcomed(
  context: ApiContext,
  { id, room, slug }: { id: ConversationId; room: Room | undefined; slug: string },
  status: 200 | 201 = 200,
) {
  const view = await visitOf(context, slug, id);
  const message = room?.sayings.welcome ?? "";
  const first = { agent: view.host, message, timestamp: view.started_at };
  return reply(status, { ...first, ...viewedBy(id, view) });
}

async function end(context: ApiContext, slug: string, id: ConversationId) {
  await visitOf(context, slug, id);
  const left = await conversationStub(context.env, id).leave(context.get("principal"));
  const view: VisitView | null = unwrap(left);
  if (view === null) throw noSession();
  return reply(200, viewedBy(id, view));
}
