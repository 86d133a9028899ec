/** Chats that are in no list: temporary ones, and those that are opened before anything is said. */
import { AppError } from "../../domain/errors.ts";
import type { ConversationRequest } from "../../routing/address.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { countGuest } from "../http/guests.ts";
import { reply } from "../http/reply.ts";
import { conversationStub } from "../objects/stubs.ts";
import { conversationView, NOT_STORED } from "./conversation-access.ts";
import { servicesOf } from "./services.ts";

type UnlistedFields = Omit<ConversationRequest, "channel" | "key" | "parent">;

/** Its object alone knows of it; the first turn of a provisional one puts it into the index. */
export async function createUnlisted(context: ApiContext, body: UnlistedFields) {
  checkUnlisted(body.temporary ? "temporary" : "provisional", body);
  const principal = context.get("principal");
  await countGuest(context, "conversations");
  const request = { ...body, channel: "web" } as const;
  const init = unwrap(await servicesOf(context).frontDoor.plan(principal.owner, request, principal));
  const { conversation_id: id } = init;
  const opened = unwrap(await conversationStub(context.env, id).open(init));
  return reply(201, { id, ...conversationView(opened) }, NOT_STORED);
}

/** Throws an AppError if a chat that is in no list is wished for in a place that is kept. */
export function checkUnlisted(
  wish: "temporary" | "provisional",
  body: Partial<Record<"room" | "conversation_id" | "sender" | "title", unknown>>,
) {
  const named = (["room", "conversation_id", "sender", "title"] as const).find(
    (name) => body[name] !== undefined,
  );
  if (named === undefined) return;
  throw new AppError("malformed_request", `${wish}: only for a new chat of your own. Leave out ${named}.`);
}
