/** Conversations as Open WebUI exports them: a tree of messages whose current one is named. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf } from "../said.ts";
import { branchUp } from "./branch.ts";

const Chat = z.looseObject({
  title: z.string().nullish().catch(undefined),
  history: z
    .looseObject({
      messages: z.custom<Readonly<Record<string, unknown>>>(isRecord),
      currentId: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
  messages: z.array(z.unknown()).optional().catch(undefined),
});
const Conversation = z.looseObject({
  id: z.string().nullish().catch(undefined),
  title: z.string().nullish().catch(undefined),
  created_at: z.unknown().optional(),
  chat: Chat,
});

export const readOpenWebUi: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data || (!data.chat.history && !data.chat.messages)) return undefined;
  const { chat, id, created_at } = data;
  const messages = messagesOf(chat);
  const said = new SayingCollector();
  for (const message of messages) {
    said.add({
      role: String(message["role"]),
      text: wordsOf(message["content"]),
      at: timeOf(message["timestamp"]),
    });
    if (said.isTooLong) return "too_long";
  }
  const source = `open-webui:${id ?? String(messages[0]?.["id"] ?? "")}`;
  return said.end({ source, title: data.title ?? chat.title, begun: timeOf(created_at) });
};

function messagesOf({ history, messages = [] }: z.output<typeof Chat>): Readonly<Record<string, unknown>>[] {
  const branch = history ? branchUp(history.messages, history.currentId, "parentId") : [];
  return branch.length > 0 ? branch : messages.filter(isRecord);
}

/** Thinking stands in the text, folded away. */
function wordsOf(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts
    .map((part) => (isRecord(part) ? part["text"] : part))
    .filter((each) => typeof each === "string");
  return texts
    .join("\n\n")
    .replaceAll(/<details type="(?:reasoning|code_interpreter|tool_calls)"[\s\S]*?<\/details>\s*/g, "")
    .trim();
}
