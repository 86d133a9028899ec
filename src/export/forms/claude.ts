/** Conversations as Claude exports them: a list of messages, each with its blocks and the text of its attachments. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf, type Utterance } from "../said.ts";
import { collectTree } from "./branch.ts";

const Conversation = z.object({
  uuid: z.string(),
  name: z.string().nullish().catch(undefined),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
});

export const readClaude: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const said = isTree(data.chat_messages) ? treeOf(data.chat_messages) : listOf(data.chat_messages);
  return said.end({ source: `claude:${data.uuid}`, title: data.name, begun: timeOf(data.created_at) });
};

type Message = Readonly<Record<string, unknown>>;

/** Newer exports name the message before; older ones have the branch that was shown. */
function isTree(messages: readonly unknown[]): messages is readonly Message[] {
  const ids = new Set(messages.map((message) => isRecord(message) && message["uuid"]));
  return (
    messages.every(isRecord) &&
    messages.some(({ parent_message_uuid: before }) => typeof before === "string" && ids.has(before))
  );
}

function treeOf(messages: readonly Message[]): SayingCollector {
  return collectTree({
    messages: Object.fromEntries(
      messages.map((message, index) => [String(message["uuid"] ?? index), message]),
    ),
    leaf: undefined,
    parent: "parent_message_uuid",
    heard: heardIn,
    time: ({ created_at }) => created_at,
  });
}

function listOf(messages: readonly unknown[]): SayingCollector {
  const said = new SayingCollector();
  for (const message of messages) {
    if (isRecord(message)) said.add(heardIn(message));
    else said.step();
    if (said.isTooLong) break;
  }
  return said;
}

function heardIn(message: Message): Utterance {
  return { role: String(message["sender"]), text: wordsOf(message), at: timeOf(message["created_at"]) };
}

/** Blocks of text, without thinking and calls of tools. Older exports have the text alone. */
function wordsOf({ content, text, attachments }: Readonly<Record<string, unknown>>): string {
  const blocks = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .filter(({ type }) => type === "text");
  const words = blocks.map((block) => String(block["text"] ?? "")).filter((each) => each.trim() !== "");
  const own = words.length > 0 ? words : [typeof text === "string" ? text : ""];
  return [...own, ...attached(attachments)].filter((each) => each.trim() !== "").join("\n\n");
}

function attached(attachments: unknown): string[] {
  const files = (Array.isArray(attachments) ? attachments : []).filter(isRecord);
  return files.flatMap(({ file_name, extracted_content }) =>
    typeof extracted_content === "string" && extracted_content !== ""
      ? [`[${String(file_name || "file")}]\n${extracted_content}`]
      : [],
  );
}
