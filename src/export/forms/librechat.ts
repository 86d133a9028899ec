/** Conversations as LibreChat exports them: messages that name the one before them, or that hold those after them. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, timeOf, type Utterance, wordsIn } from "../said.ts";
import { collectTree } from "./branch.ts";

const Conversation = z.looseObject({
  conversationId: z.string(),
  title: z.string().nullish().catch(undefined),
  messages: z.array(z.unknown()),
});

type Message = Readonly<Record<string, unknown>>;

export const readLibreChat: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const messages = flat(data.messages);
  const said = collectTree({
    messages: byId(messages),
    leaf: newest(messages)?.["messageId"],
    parent: "parentMessageId",
    heard: (message) => heard(message, wordsIn(data["endpoint"]) ?? "librechat"),
    time: ({ createdAt }) => createdAt,
  });
  const { tags } = data;
  return said.end({
    source: `librechat:${data.conversationId}`,
    title: data.title,
    begun: undefined,
    tags: (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === "string"),
    is_archived: data["isArchived"] === true,
  });
};

function heard(message: Message, endpoint: string): Utterance {
  const isAnswer = message["isCreatedByUser"] !== true;
  const model = isAnswer ? wordsIn(message["model"]) : undefined;
  const provider = wordsIn(message["endpoint"]) ?? endpoint;
  return {
    role: isAnswer ? "assistant" : "user",
    text: wordsOf(message),
    at: timeOf(message["createdAt"]),
    ...(model !== undefined && { model: `${provider}/${model}` }),
  };
}

const MOST = 30_000;

/** All messages, those within others too. */
function flat(messages: readonly unknown[]): Message[] {
  const found: Message[] = [];
  const waiting = [...messages].reverse();
  while (waiting.length > 0 && found.length < MOST) {
    const message = waiting.pop();
    if (!isRecord(message)) continue;
    found.push(message);
    const { children } = message;
    if (Array.isArray(children)) waiting.push(...[...children].reverse());
  }
  return found;
}

/** Messages without ids, or that name nobody before them, follow each other. */
function byId(messages: readonly Message[]): Readonly<Record<string, Message>> {
  const idAt = (index: number) => wordsIn(messages[index]?.["messageId"]) ?? `#${index}`;
  const ids = new Set(messages.map((_, index) => idAt(index)));
  const isTree = messages.some(({ parentMessageId }) => ids.has(String(parentMessageId)));
  return Object.fromEntries(
    messages.map((message, index) => {
      const parentMessageId = isTree ? message["parentMessageId"] : index === 0 ? null : idAt(index - 1);
      return [idAt(index), { ...message, parentMessageId }];
    }),
  );
}

function newest(messages: readonly Message[]): Message | undefined {
  return messages.reduce<Message | undefined>(
    (best, next) => ((timeOf(next["createdAt"]) ?? 0) >= (timeOf(best?.["createdAt"]) ?? 0) ? next : best),
    undefined,
  );
}

function wordsOf({ text, content }: Message): string {
  if (typeof text === "string" && text.trim() !== "") return text;
  const parts = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .filter(({ type }) => type === "text");
  return parts
    .map((part) => (isRecord(part["text"]) ? part["text"]["value"] : part["text"]))
    .filter((each) => typeof each === "string")
    .join("\n\n");
}
