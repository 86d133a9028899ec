/** Conversations as a Nightjar exports them: with all branches, where the file has them. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, type Picture, timeOf, type Utterance, wordsIn } from "../said.ts";
import { collectTree } from "./branch.ts";
import { citationsIn } from "./citations.ts";

/** This schema does not parse the messages, because their number is checked first. */
const Conversation = z.object({
  conversation: z.looseObject({ id: z.string(), title: z.string(), created_at: z.unknown().optional() }),
  messages: z.array(z.unknown()),
});

export const readNightjar: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const { id, title, created_at, head, folder, tags, pinned, archived } = data.conversation;
  const messages = linked(data.messages);
  const said = collectTree({
    messages,
    leaf: head ?? Object.keys(messages).at(-1),
    parent: "parent_id",
    heard: heardIn,
    time: ({ created_at: at }) => at,
  });
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

/** Messages by id. In a file without branches each one follows the one before. */
function linked(all: readonly unknown[]): Record<string, object> {
  let before: string | null = null;
  const messages: Record<string, object> = {};
  for (const [index, message] of all.entries()) {
    const id = (isRecord(message) && wordsIn(message["id"])) || `#${index}`;
    const named: unknown = isRecord(message) ? message["parent_id"] : undefined;
    const isKnown = typeof named === "string" && Object.hasOwn(messages, named);
    messages[id] = {
      ...(isRecord(message) ? message : {}),
      parent_id: isKnown || named === null ? named : before,
    };
    before = id;
  }
  return messages;
}

function heardIn(message: Readonly<Record<string, unknown>>): Utterance {
  const role = String(message["role"]);
  const parts = (Array.isArray(message["parts"]) ? message["parts"] : []).filter(isRecord);
  return {
    role,
    text: wordsOf(parts),
    at: timeOf(message["created_at"]),
    model: role === "assistant" ? wordsIn(message["model"]) : undefined,
    pictures: parts.flatMap(pictureOf),
    citations: role === "assistant" ? citationsIn(parts) : [],
  };
}

type PartOf = Readonly<Record<string, unknown>>;

function wordsOf(parts: readonly PartOf[]): string {
  return parts
    .filter(({ type }) => type === "text")
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("\n\n");
}

/** Found among the files of the archive by its id. */
function pictureOf({ type, file_id }: PartOf): Picture[] {
  return type === "image" && typeof file_id === "string" ? [{ path: file_id }] : [];
}
