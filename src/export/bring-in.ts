/** Conversations that were had elsewhere become one's own. Nobody vouches for what a file says: all of it is untrusted. */
import { conversationStub } from "../../durable-objects/stubs.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Message } from "../domain/message.ts";
import type { House } from "../house.ts";
import { unwrap } from "../http/api.ts";
import { derivedConversation } from "../routing/address.ts";
import { indexImportJob } from "./index-import.ts";
import type { Past } from "./past.ts";

/** Of one request: each is a call to an object of its own. */
const MOST_AT_ONCE = 200;
/** Below what one call between objects may carry. */
const MOST_CHARACTERS = 4_000_000;

export interface BroughtIn {
  imported: number;
  /** They were brought in before. */
  known: number;
  /** Longer than a conversation may be here. */
  too_long: number;
  /** Not looked at yet: the same file again goes on with them. */
  left: number;
}

/** May be asked again: what is there stays as it is. */
export async function bringIn(house: House, owner: string, all: readonly Past[]): Promise<BroughtIn> {
  const done = { imported: 0, known: 0, too_long: 0 };
  for (const [index, past] of all.entries()) {
    if (done.imported === MOST_AT_ONCE) return { ...done, left: all.length - index };
    done[await broughtIn(house, owner, past)] += 1;
  }
  return { ...done, left: 0 };
}

async function broughtIn(
  house: House,
  owner: string,
  past: Past,
): Promise<"imported" | "known" | "too_long"> {
  const characters = past.said.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > MOST_CHARACTERS) return "too_long";
  if (past.conversation !== undefined && (await house.conversations.get(past.conversation))?.owner === owner)
    return "known";
  const conversation_id = await derivedConversation(owner, ["import", past.source]);
  if (await house.conversations.get(conversation_id)) return "known";
  const plan = house.frontDoor.planCopy(owner, { channel: "web", title: past.title.slice(0, 200) });
  const init: ConversationInit = { ...plan, conversation_id };
  unwrap(await conversationStub(house.env, conversation_id).bringIn(init, messagesOf(house, past)));
  await house.jobs.enqueue(indexImportJob(owner, conversation_id));
  await house.indexNew(init);
  return "imported";
}

/** Newest first. */
function messagesOf({ ids }: House, { said }: Past): Message[] {
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
      created_at: at,
    });
  }
  return messages.reverse();
}
