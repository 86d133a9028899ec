/** Imports a conversation from elsewhere. All of its content is untrusted. */

import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { Message } from "../../domain/message.ts";
import type { ImportedConversation } from "../../export/imported-conversation.ts";
import { derivedConversation } from "../../routing/address.ts";
import { unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import { indexImportJob } from "./index-import.ts";
import type { Services } from "./services.ts";

/** Idempotent: an existing conversation is not changed. */
export async function bringIn(
  services: Services,
  owner: string,
  past: ImportedConversation,
): Promise<"imported" | "known"> {
  if (
    past.conversation !== undefined &&
    (await services.conversations.get(past.conversation))?.owner === owner
  )
    return "known";
  const conversation_id = await derivedConversation(owner, ["import", past.source]);
  if (await services.conversations.get(conversation_id)) return "known";
  const plan = services.frontDoor.planCopy(owner, { channel: "web", title: past.title.slice(0, 200) });
  const init: ConversationInit = { ...plan, conversation_id };
  unwrap(await conversationStub(services.env, conversation_id).bringIn(init, messagesOf(services, past)));
  await services.jobs.enqueue(indexImportJob(owner, conversation_id));
  await services.indexNew(init, timesOf(past));
  return "imported";
}

/** Its own times, so that the list has it where it belongs. Undefined: it tells none. */
function timesOf({ said }: ImportedConversation): { created_at: number; updated_at: number } | undefined {
  const [first, last] = [said[0]?.at, said.at(-1)?.at];
  if (first === undefined || last === undefined) return undefined;
  return { created_at: Date.parse(first), updated_at: Date.parse(last) };
}

/** Newest first. */
function messagesOf({ ids, now }: Services, { said }: ImportedConversation): Message[] {
  const imported_at = new Date(now()).toISOString();
  const messages: Message[] = [];
  for (const { role, text, at } of said) {
    const parent_id = messages.at(-1)?.id ?? null;
    const id = ids.create("msg");
    messages.push({
      id,
      parent_id,
      role,
      parts: [{ type: "text", text }],
      status: "complete",
      created_at: at ?? imported_at,
    });
  }
  return messages.reverse();
}
