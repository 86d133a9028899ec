/** Conversations as a Nightjar exports them. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf, wordsIn } from "../said.ts";

/** This schema does not parse the messages, because their number is checked first. */
const Conversation = z.object({
  conversation: z.looseObject({ id: z.string(), title: z.string(), created_at: z.unknown().optional() }),
  messages: z.array(z.unknown()),
});

export const readNightjar: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const { id, title, created_at } = data.conversation;
  const said = new SayingCollector();
  for (const message of data.messages) {
    if (isRecord(message))
      said.add({
        role: String(message["role"]),
        text: wordsOf(message["parts"]),
        at: timeOf(message["created_at"]),
        model: message["role"] === "assistant" ? wordsIn(message["model"]) : undefined,
      });
    else said.step();
    if (said.isTooLong) return "too_long";
  }
  const { folder, tags, pinned, archived } = data.conversation;
  return said.end({
    source: `nightjar:${id}`,
    title,
    begun: timeOf(created_at),
    conversation: id,
    folder: wordsIn(folder),
    tags: (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === "string"),
    is_pinned: pinned === true,
    is_archived: archived === true,
  });
};

function wordsOf(parts: unknown): string {
  const texts = Array.isArray(parts) ? parts.filter(isRecord).filter(({ type }) => type === "text") : [];
  return texts.map(({ text }) => (typeof text === "string" ? text : "")).join("\n\n");
}
