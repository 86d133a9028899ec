/** A conversation as it can be shared now. Only its owner shares it. */
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import type { SharedSource } from "../../shared-links/shared-links.ts";
import { shareable } from "../../shared-links/snapshot.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";

const PAGE = 200;
const MOST_MESSAGES = 2_000;

export interface SharedPlace {
  conversation_id: string;
  /** The answer that is shared alone; null: the whole conversation. */
  message_id: string | null;
}

/** Throws an AppError unless the caller owns the conversation. */
export async function checkOwner(context: ApiContext, conversation_id: string): Promise<{ title: string }> {
  const { stub, principal } = reached(context, conversation_id);
  const { owner, title, expires_at } = unwrap(await stub.state(principal));
  if (expires_at !== null)
    throw new AppError("conflict", "A temporary chat can't be shared: it is kept nowhere.");
  if (owner === principal.owner) return { title };
  throw new AppError("forbidden", "Only the owner of a conversation may share it by link.");
}

/** Throws an AppError unless the caller owns the conversation and there is something to share. */
export async function sourceOf(context: ApiContext, place: SharedPlace): Promise<SharedSource> {
  const { title } = await checkOwner(context, place.conversation_id);
  const all = shareable(await branchOf(context, place.conversation_id));
  const { message_id } = place;
  const messages =
    message_id === null ? all : all.filter(({ id, role }) => id === message_id && role === "assistant");
  if (messages.length > 0) return { title, messages };
  throw message_id === null
    ? new AppError("conflict", "There is nothing to share yet: nobody has written here.")
    : new AppError("resource_not_found", `There is no finished answer "${message_id}" in this conversation.`);
}

/** Oldest first. */
async function branchOf(context: ApiContext, conversation_id: string): Promise<Message[]> {
  const { stub, principal } = reached(context, conversation_id);
  const pages: Message[][] = [];
  let before: string | null = null;
  do {
    const page: { items: Message[]; next_cursor: string | null } = unwrap(
      await stub.messages(principal, { before, limit: PAGE }),
    );
    pages.unshift(page.items);
    before = page.next_cursor;
    if (pages.length * PAGE > MOST_MESSAGES)
      throw new AppError(
        "payload_too_large",
        `A link shows at most ${MOST_MESSAGES} messages. Share one answer of this conversation instead.`,
      );
  } while (before !== null);
  return pages.flat();
}

function reached(context: ApiContext, conversation_id: string) {
  const id = parseId("cnv", conversation_id);
  if (!id) throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
  return { stub: conversationStub(context.env, id), principal: context.get("principal") };
}
