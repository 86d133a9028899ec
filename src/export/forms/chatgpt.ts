/** Conversations as ChatGPT exports them: a tree of messages, with the branch that was shown last. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import {
  type ImportedCitation,
  type ImportForm,
  type Picture,
  timeOf,
  type Utterance,
  wordsIn,
} from "../said.ts";
import { collectTree } from "./branch.ts";
import { canvasText } from "./chatgpt-canvas.ts";
import { withNumbers } from "./chatgpt-citations.ts";

const Id = z.string().nullish().catch(undefined);
/** This schema does not parse the messages, because their number is checked first. */
const Conversation = z.object({
  id: Id,
  conversation_id: Id,
  title: Id,
  create_time: z.unknown().optional(),
  current_node: Id,
  mapping: z.custom<Readonly<Record<string, unknown>>>(isRecord),
  is_archived: z.unknown().optional(),
  is_starred: z.unknown().optional(),
  /** Id of its project, which begins with `g-p-`. The export does not tell the project's name. */
  conversation_template_id: Id,
});

export const readChatGpt: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const { mapping, title, create_time, id, conversation_id, current_node } = data;
  const said = collectTree({
    messages: mapping,
    leaf: current_node,
    parent: "parent",
    heard: heardIn,
    time: ({ message }) => isRecord(message) && message["create_time"],
  });
  return said.end({
    source: `chatgpt:${conversation_id ?? id ?? current_node ?? Object.keys(mapping).at(-1)}`,
    title,
    begun: timeOf(create_time),
    folder: projectOf(data.conversation_template_id),
    is_archived: data.is_archived === true,
    is_pinned: data.is_starred === true,
  });
};

function projectOf(id: string | null | undefined): string | undefined {
  return id?.startsWith("g-p-") ? `ChatGPT project ${id.slice(4, 10)}` : undefined;
}

function heardIn({ message }: Readonly<Record<string, unknown>>): Utterance | undefined {
  if (!isRecord(message)) return undefined;
  const canvas = canvasText(message);
  if (canvas === undefined && !isForPeople(message)) return undefined;
  const { author, content, create_time, metadata } = message;
  const role = isRecord(author) ? String(author["role"] ?? "") : "";
  const model = isRecord(metadata) ? wordsIn(metadata["model_slug"]) : undefined;
  const isAnswer = role === "assistant";
  const citations: ImportedCitation[] = [];
  const numbers = new Map<string, number>();
  const numbered = (text: string) => {
    const cited = withNumbers(text, isAnswer ? metadata : undefined, numbers);
    citations.push(...cited.citations);
    return cited.text;
  };
  return {
    role,
    text: canvas ?? wordsOf(content, numbered),
    citations,
    at: timeOf(create_time),
    ...(isAnswer && model !== undefined && { model: `openai/${model}` }),
    pictures: picturesIn(content),
  };
}

/** Pictures by the beginning of their file's name in the archive. */
function picturesIn(content: unknown): Picture[] {
  const parts = isRecord(content) && Array.isArray(content["parts"]) ? content["parts"] : [];
  return parts.flatMap((part) => {
    const pointer = isRecord(part) && part["content_type"] === "image_asset_pointer" && part["asset_pointer"];
    const file = typeof pointer === "string" ? /([\w-]+)$/.exec(pointer)?.[1] : undefined;
    return file === undefined ? [] : [{ path: file }];
  });
}

/** An answer to the person: not what an assistant says to a tool, nor what the program hides. */
function isForPeople({ recipient, metadata }: Readonly<Record<string, unknown>>): boolean {
  const isHidden = isRecord(metadata) && metadata["is_visually_hidden_from_conversation"] === true;
  return !isHidden && (typeof recipient !== "string" || recipient === "all");
}

const WITHOUT_WORDS = new Set([
  "thoughts",
  "reasoning_recap",
  "user_editable_context",
  "model_editable_context",
  "execution_output",
  "tether_browsing_display",
]);

/** `numbered`: its marks of sources become numbers, before all other marks go. */
function wordsOf(content: unknown, numbered: (text: string) => string): string {
  if (typeof content === "string") return content;
  if (!isRecord(content) || WITHOUT_WORDS.has(String(content["content_type"]))) return "";
  const parts = Array.isArray(content["parts"]) ? content["parts"] : [content["text"]];
  return parts
    .map((part) => wordsOfPart(part, numbered))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Text, or the transcript of what was said by voice. */
function wordsOfPart(part: unknown, numbered: (text: string) => string): string {
  if (isRecord(part)) return typeof part["text"] === "string" ? withoutMarks(part["text"]) : "";
  return typeof part === "string" ? withoutMarks(numbered(part)) : "";
}

/** Marks of sources in ChatGPT's own characters: the page draws buttons in their place. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/\ue200entity\ue202\["[^"]*","([^"]*)"[^\ue201]{0,500}\ue201/g, "$1")
    .replaceAll(/\s?\ue200(?!\ue201)[^\ue200\ue201]{0,500}?\ue201/g, "")
    .replaceAll(
      /\s?(?:cite)?(?:turn\d+(?:search|view|news|fetch|image|file|product|finance|maps|reddit|academia)\d+)+/g,
      "",
    )
    .replaceAll(/\u3010\d+(?::\d+)?\u2020[^\u3011]{0,200}\u3011/g, "")
    .replaceAll(/[\ue200-\ue206]/g, "");
}
