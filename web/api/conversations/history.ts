/** The record of a conversation, with the messages of all its branches. */
import type { Message, Page } from "../../../src/channels/web/wire.ts";
import { call, query } from "../http.ts";

const PAGE = 200;
/** Pages that are looked through for a message. */
const MOST_PAGES = 5;

/** The named messages, as far as they are among the newest thousand. */
export async function readAnswers(conversation: string, ids: readonly string[]): Promise<Message[]> {
  const found: Message[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES && found.length < ids.length; page++) {
    const path: string = `/conversations/${encodeURIComponent(conversation)}/history${query({ before, limit: PAGE })}`;
    const read = await call<Page<Message>>("GET", path);
    if (!read.ok) break;
    found.push(...read.value.items.filter(({ id }) => ids.includes(id)));
    before = read.value.next_cursor;
    if (before === null) break;
  }
  return found;
}
