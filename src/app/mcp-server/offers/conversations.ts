/** `search_conversations` and `read_conversation`: messages of the caller's conversations. */
import { z } from "zod";
import type { MessagePage } from "../../../../durable-objects/conversation/views/message-page.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { messageAsMarkdown } from "../../../domain/conversation/conversation-markdown.ts";
import { conversationIdOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { mayUse, type Offer, orRefused, toToolResult } from "../request-server.ts";
import { servicesOf } from "../services.ts";

const Query = () =>
  z.strictObject({
    query: z.string().trim().min(1).max(200).describe("Words that all stand in one message."),
    limit: z.int().min(1).max(50).default(20),
  });
const FoundShape = () =>
  z.object({
    messages: z.array(
      z.object({
        conversation_id: z.string(),
        message_id: z.string(),
        title: z.string(),
        speaker: z.string(),
        snippet: z.string(),
      }),
    ),
  });
const Wanted = () =>
  z.strictObject({
    conversation_id: z.string().max(200),
    before: z.string().max(200).optional().describe("next_before of the page before: what is older."),
    limit: z.int().min(1).max(100).default(20),
  });
const ReadShape = () => z.object({ title: z.string(), text: z.string(), next_before: z.string().nullable() });

export const offerConversations: Offer = (served) => {
  if (!mayUse(served, { who: "person", scope: ["read", "chat"] })) return;
  const { server, context } = served;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    "search_conversations",
    {
      title: "Search conversations",
      description: "Finds messages of the person's conversations by their words, the newest first.",
      inputSchema: Query(),
      outputSchema: FoundShape(),
      annotations,
    },
    (query) => orRefused(() => search(context, query)),
  );
  server.registerTool(
    "read_conversation",
    {
      title: "Read a conversation",
      description: "The last messages of one conversation as Markdown, and with `before` those before them.",
      inputSchema: Wanted(),
      outputSchema: ReadShape(),
      annotations,
    },
    (wanted) => orRefused(() => read(context, wanted)),
  );
};

async function search(context: ApiContext, { query, limit }: SchemaOutput<typeof Query>) {
  const person = context.get("principal").owner;
  const found = await servicesOf(context).memory.messagesSaying({ person, text: query, limit });
  const messages = found.map(({ conversation_id, message_id, title, speaker, snippet: { text } }) => {
    return { conversation_id, message_id, title, speaker, snippet: text };
  });
  const lines = messages.map(
    ({ conversation_id, title, speaker, snippet }) =>
      `- ${title || "Untitled"} (${conversation_id}), ${speaker}: ${snippet}`,
  );
  return toToolResult(lines.join("\n") || "Nothing was found.", { messages });
}

async function read(context: ApiContext, { conversation_id, before, limit }: SchemaOutput<typeof Wanted>) {
  const stub = conversationStub(context.env, conversationIdOf(conversation_id));
  const principal = context.get("principal");
  const { title } = unwrap(await stub.state(principal));
  const page: MessagePage = unwrap(await stub.messages(principal, { before: before ?? null, limit }));
  const { items, next_cursor } = page;
  const text = items.map(messageAsMarkdown).join("");
  return toToolResult(text, { title, text, next_before: next_cursor });
}
