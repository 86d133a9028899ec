/** Conversations as Open WebUI exports them: a tree of messages whose current one is named. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, type Picture, type Sorting, timeOf, type Utterance, wordsIn } from "../said.ts";
import { collectTree } from "./branch.ts";
import { citationsFor } from "./open-webui-citations.ts";

type Message = Readonly<Record<string, unknown>>;

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
  if (!data) return undefined;
  const { chat, id, created_at } = data;
  const messages = messagesOf(chat);
  const texts: Record<string, string> = {};
  const said = collectTree({
    messages,
    leaf: chat.history?.currentId,
    parent: "parentId",
    heard: (message) => heard(message, texts),
    time: ({ timestamp }) => timestamp,
  });
  return said.end({
    source: `open-webui:${id ?? Object.keys(messages)[0] ?? ""}`,
    title: data.title ?? chat.title,
    begun: timeOf(created_at),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...sortingOf(data),
  });
};

function heard(
  { role, content, timestamp, model, files, sources }: Message,
  texts: Record<string, string>,
): Utterance {
  const text = wordsOf(content);
  const named = role === "assistant" ? wordsIn(model) : undefined;
  return {
    role: String(role),
    text,
    at: timeOf(timestamp),
    ...(named !== undefined && { model: named.includes("/") ? named : `open-webui/${named}` }),
    pictures: picturesIn(files),
    citations: role === "assistant" ? citationsFor(text, sources, texts) : [],
  };
}

/** Pictures that are written in the export; others stand in it by their address alone. */
function picturesIn(files: unknown): Picture[] {
  return (Array.isArray(files) ? files : []).flatMap((file) => {
    const url: unknown = isRecord(file) && file["type"] === "image" && file["url"];
    return typeof url === "string" && url.startsWith("data:image/") ? [{ data_url: url }] : [];
  });
}

/** The export tells tags, and of a folder its id alone. */
function sortingOf({ meta, folder_id, pinned, archived }: z.output<typeof Conversation>): Sorting {
  const tags = isRecord(meta) && Array.isArray(meta["tags"]) ? meta["tags"] : [];
  const folder = wordsIn(folder_id);
  return {
    folder: folder && `Open WebUI folder ${folder.slice(0, 6)}`,
    tags: tags.filter((tag) => typeof tag === "string"),
    is_pinned: pinned === true,
    is_archived: archived === true,
  };
}

/** A chat of an old version is a plain list: each message follows the one before. */
function messagesOf({ history, messages = [] }: z.output<typeof Chat>): Readonly<Record<string, Message>> {
  const tree = Object.entries(history?.messages ?? {}).filter((entry): entry is [string, Message] =>
    isRecord(entry[1]),
  );
  if (tree.length > 0) return Object.fromEntries(tree);
  const list = messages.filter(isRecord);
  return Object.fromEntries(
    list.map((message, index) => [
      String(list[index]?.["id"] ?? index),
      { ...message, parentId: index === 0 ? null : String(list[index - 1]?.["id"] ?? index - 1) },
    ]),
  );
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
