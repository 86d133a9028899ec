/** The visit that a request names, and how it is shown. */

import { AppError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { VisitView } from "../../../domain/visit.ts";
import type { ApiContext } from "../../http/api.ts";
import { conversationStub } from "../../objects/stubs.ts";

/** Throws an AppError when the room has no such visit, or none of the caller's. */
export async function visitOf(context: ApiContext, slug: string, id: ConversationId): Promise<VisitView> {
  const found = await conversationStub(context.env, id).visit(context.get("principal"));
  if (!found.ok || found.value?.room !== slug) throw noSession();
  return found.value;
}

export function noSession(): AppError {
  return new AppError(
    "resource_not_found",
    "There is no such session in this room, or it is not yours. POST /api/v1/rooms/{room}/session/start begins one.",
  );
}

export function viewedBy(session_id: ConversationId, view: VisitView) {
  return { session_id, ...view };
}
