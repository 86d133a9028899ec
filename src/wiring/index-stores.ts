/** What D1 knows of all conversations: their list, and what waits in them for people. */
import type { Database } from "../storage/d1/database.ts";
import { ConversationIndex } from "../storage/d1/index/conversations.ts";
import { InboxStore } from "../storage/d1/index/inbox.ts";

export function wireIndex(db: Database) {
  return { conversations: new ConversationIndex(db), inbox: new InboxStore(db) };
}
