/** Access of routes to a conversation's object. The object itself checks whose it is. */

import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type ConversationId, parseId } from "../../domain/ids.ts";
import type { ApiContext } from "../http/api.ts";
import { forward } from "../http/forward.ts";
import { idOf } from "../http/schemas.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

/** Path parameters of the routes below `/conversations/:id`. */
export const ofConversation = () => z.object({ id: idOf("cnv", "conversation") });

export function conversationIdOf(text: string): ConversationId {
  const id = parseId("cnv", text);
  if (!id) throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
  return id;
}

/** Streams the object's events after `cursor` as Server-Sent Events. */
export function streamOf(
  context: ApiContext,
  id: ConversationId,
  { cursor, until }: { cursor: number; until?: string | null },
): Promise<Response> {
  const end = until == null ? "" : `&until=${until}`;
  return forward(context, conversationStub(context.env, id), `/events?cursor=${cursor}${end}`);
}

/** Headers of what is said in a temporary chat: no browser keeps it. */
export const NOT_STORED = { "cache-control": "no-store" };

/** The stub of the conversation in the path, and the caller. */
export function target(context: ApiContext) {
  const id = conversationIdOf(context.req.param("id") ?? "");
  return {
    id,
    services: servicesOf(context),
    principal: context.get("principal"),
    stub: conversationStub(context.env, id),
  };
}

/** The object's state goes before the index, which is a second or two behind. */
export function conversationView<Turn extends { turn_id: string }, State extends { turn: Turn | null }>(
  state: State & { turn: Turn | null },
) {
  const { turn, ...rest } = state;
  return { ...rest, turn: turn && { id: turn.turn_id, ...turn } };
}
