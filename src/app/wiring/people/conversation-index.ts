/** The index of all conversations in D1, and notifications to the people of each change in it. */
import type { Log } from "../../../observability/log-port.ts";
import { pause } from "../../../platform/pause.ts";
import type { Database } from "../../../storage/d1/database.ts";
import { ConversationIndex, type NewConversation } from "../../../storage/d1/index/conversations.ts";
import { GroupCommit } from "../../../storage/d1/index/group-commit.ts";
import { InboxStore } from "../../../storage/d1/index/inbox.ts";
import type { Env } from "../../env.ts";
import type { News } from "../../services/people.ts";
import { wireNews } from "./news.ts";
import { overrideMethods } from "./override-methods.ts";
import { wirePresence } from "./presence.ts";

export function wireConversationIndex(env: Env, db: Database, log: Log) {
  const news = wireNews(env, log);
  return { presence: wirePresence(env, log), news, ...wireIndex(db, news) };
}

/** New conversations in one write. */
const MOST_AT_ONCE = 100;

function wireIndex(db: Database, news: News) {
  const [conversations, inbox] = [new ConversationIndex(db), new InboxStore(db)];
  // The first is written at once; those that come meanwhile are written together.
  const noted = new GroupCommit<NewConversation>({
    write: (rows) => conversations.note(...rows),
    most: MOST_AT_ONCE,
    gather: 0,
    now: Date.now,
    pause,
  });
  return {
    conversations: overrideMethods(conversations, {
      async insert(row) {
        const stands = await conversations.insert(row);
        if (stands.parent_conversation_id === null) news.tell([stands.owner], [stands.id]);
        return stands;
      },
      async note(...rows) {
        await Promise.all(rows.map((row) => noted.add(row)));
        for (const row of rows)
          if ((row.parent_conversation_id ?? null) === null) news.tell([row.owner], [row.id]);
      },
      async patch(id, change) {
        await conversations.patch(id, change);
        news.tellLater(inbox.readersOf([id]));
      },
      async remove(id) {
        const readers = await inbox.readersOf([id]);
        await conversations.remove(id);
        news.tell(
          readers.map(({ person }) => person),
          [id],
        );
      },
    }),
    inbox: overrideMethods(inbox, {
      async read(person, id, seq) {
        const read = await inbox.read(person, id, seq);
        if (read !== undefined) news.tell([person], [id]);
        return read;
      },
      async clear(person, at) {
        await inbox.clear(person, at);
        news.tell([person], []);
      },
    }),
  };
}
