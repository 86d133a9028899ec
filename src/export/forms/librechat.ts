/** Conversations as LibreChat exports them: messages that name the one before them, or that hold those after them. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf } from "../said.ts";
import { branchUp } from "./branch.ts";

const Conversation = z.looseObject({
  conversationId: z.string(),
  title: z.string().nullish().catch(undefined),
  messages: z.array(z.unknown()),
});

type Message = Readonly<Record<string, unknown>>;

export const readLibreChat: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const said = new SayingCollector();
  for (const message of branchOf(flat(data.messages))) {
    const role = message["isCreatedByUser"] === true ? "user" : "assistant";
    said.add({ role, text: wordsOf(message), at: timeOf(message["createdAt"]) });
    if (said.isTooLong) return "too_long";
  }
  return said.end({ source: `librechat:${data.conversationId}`, title: data.title, begun: undefined });
};

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

/** The branch that ends with the newest message. */
function branchOf(messages: readonly Message[]): Message[] {
  const byId = Object.fromEntries(messages.map((message) => [String(message["messageId"]), message]));
  const last = messages.reduce<Message | undefined>(
    (best, next) => ((timeOf(next["createdAt"]) ?? 0) >= (timeOf(best?.["createdAt"]) ?? 0) ? next : best),
    undefined,
  );
  const branch = branchUp(byId, last?.["messageId"], "parentMessageId");
  return branch.length > 1 ? branch : [...messages];
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
