/** Conversations as Claude exports them: a list of messages, each with its blocks and the text of its attachments. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportedCitation, type ImportForm, SayingCollector, timeOf, type Utterance } from "../said.ts";
import { collectTree } from "./branch.ts";
import { ClaudePages } from "./claude-citations.ts";

const Conversation = z.object({
  uuid: z.string(),
  name: z.string().nullish().catch(undefined),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
});

export const readClaude: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const pages = new ClaudePages();
  for (const message of data.chat_messages) if (isRecord(message)) pages.note(blocksOf(message));
  const heard = (message: Message) => heardIn(message, pages);
  const said = isTree(data.chat_messages)
    ? treeOf(data.chat_messages, heard)
    : listOf(data.chat_messages, heard);
  return said.end({
    source: `claude:${data.uuid}`,
    title: data.name,
    begun: timeOf(data.created_at),
    ...(Object.keys(pages.texts).length > 0 && { texts: pages.texts }),
  });
};

type Message = Readonly<Record<string, unknown>>;
type Hear = (message: Message) => Utterance;

/** Newer exports name the message before; older ones have the branch that was shown. */
function isTree(messages: readonly unknown[]): messages is readonly Message[] {
  const ids = new Set(messages.map((message) => isRecord(message) && message["uuid"]));
  return (
    messages.every(isRecord) &&
    messages.some(({ parent_message_uuid: before }) => typeof before === "string" && ids.has(before))
  );
}

function treeOf(messages: readonly Message[], heard: Hear): SayingCollector {
  return collectTree({
    messages: Object.fromEntries(
      messages.map((message, index) => [String(message["uuid"] ?? index), message]),
    ),
    leaf: undefined,
    parent: "parent_message_uuid",
    heard,
    time: ({ created_at }) => created_at,
  });
}

function listOf(messages: readonly unknown[], heard: Hear): SayingCollector {
  const said = new SayingCollector();
  for (const message of messages) {
    if (isRecord(message)) said.add(heard(message));
    else said.step();
    if (said.isTooLong) break;
  }
  return said;
}

function heardIn(message: Message, pages: ClaudePages): Utterance {
  const role = String(message["sender"]);
  const { text, citations } = wordsOf(message, pages);
  return { role, text, at: timeOf(message["created_at"]), ...(citations.length > 0 && { citations }) };
}

function blocksOf({ content }: Message): Message[] {
  return (Array.isArray(content) ? content : []).filter(isRecord);
}

/** Blocks of text, without thinking and calls of tools. Older exports have the text alone. */
function wordsOf(
  message: Message,
  pages: ClaudePages,
): { text: string; citations: readonly ImportedCitation[] } {
  const numbers = new Map<string, number>();
  const citations: ImportedCitation[] = [];
  const pieces: string[] = [];
  let before: Message | undefined;
  for (const block of blocksOf(message)) {
    const shown = block["type"] === "text" ? pages.numbered(block, numbers) : undefined;
    if (shown && shown.text.trim() !== "") {
      pieces.push(isOneText(before, block) ? "" : "\n\n", shown.text);
      citations.push(...shown.citations);
    }
    before = block;
  }
  const { text, attachments } = message;
  const words = pieces.join("").trim();
  const own = words === "" && typeof text === "string" ? text : words;
  const all = [own, ...attached(attachments)].filter((each) => each.trim() !== "");
  return { text: all.join("\n\n"), citations };
}

/** A text is cut into blocks where it is cited. */
function isOneText(before: Message | undefined, { citations }: Message): boolean {
  const isCited = (cited: unknown) => Array.isArray(cited) && cited.length > 0;
  return before?.["type"] === "text" && (isCited(citations) || isCited(before["citations"]));
}

function attached(attachments: unknown): string[] {
  const files = (Array.isArray(attachments) ? attachments : []).filter(isRecord);
  return files.flatMap(({ file_name, extracted_content }) =>
    typeof extracted_content === "string" && extracted_content !== ""
      ? [`[${String(file_name || "file")}]\n${extracted_content}`]
      : [],
  );
}
