/** All messages of a conversation's active branch, as one text. */

import { headOf, messageAsMarkdown } from "../../domain/conversation/conversation-markdown.ts";
import type { ConversationId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { unwrap } from "../http/api.ts";
import type { conversationStub } from "../objects/stubs.ts";

export const FORMATS = ["markdown", "json"] as const;
export type Format = (typeof FORMATS)[number];

const PAGE = 200;

interface Asked {
  id: ConversationId;
  stub: ReturnType<typeof conversationStub>;
  /** The reader. */
  principal: Principal;
}

/** Throws an AppError when the reader may not read it, or when it is gone. */
export async function wholeConversation(
  asked: Asked,
  format: Format,
): Promise<{ title: string; text: string }> {
  const { id, stub, principal } = asked;
  const { title, agent, owner } = unwrap(await stub.state(principal));
  const messages = await written(asked, format);
  const text =
    format === "markdown"
      ? `${headOf(title)}${messages.join("")}`
      : `{"conversation":${JSON.stringify({ id, title, agent, owner })},"messages":[${messages.join(",")}]}`;
  return { title, text };
}

/** Each message as it stands in the file, oldest first. Pages come from the end, and only the written text of one is kept. */
async function written({ stub, principal }: Asked, format: Format): Promise<string[]> {
  const pages: string[][] = [];
  let before: string | null = null;
  do {
    const page: { items: Message[]; next_cursor: string | null } = unwrap(
      await stub.messages(principal, { before, limit: PAGE }),
    );
    pages.push(
      page.items.map((message) => (format === "json" ? JSON.stringify(message) : messageAsMarkdown(message))),
    );
    before = page.next_cursor;
  } while (before !== null);
  return pages.reverse().flat();
}
