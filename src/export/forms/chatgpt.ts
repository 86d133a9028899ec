/** Conversations as ChatGPT exports them: a tree of messages, of which one branch was shown last. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf } from "../said.ts";

const Id = z.string().nullish().catch(undefined);
/** This schema does not parse the messages, because their number is checked first. */
const Conversation = z.object({
  id: Id,
  conversation_id: Id,
  title: Id,
  create_time: z.unknown().optional(),
  current_node: Id,
  mapping: z.custom<Readonly<Record<string, unknown>>>(isRecord),
});

export const readChatGpt: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const { mapping, title, create_time, id, conversation_id, current_node } = data;
  const leaf = isNode(mapping, current_node) ? current_node : lastLeaf(mapping);
  const said = new SayingCollector();
  for (const node of branchOf(mapping, leaf)) {
    add(said, node["message"]);
    if (said.isTooLong) return "too_long";
  }
  said.reverse();
  const source = `chatgpt:${conversation_id ?? id ?? leaf}`;
  return said.end({ source, title, begun: timeOf(create_time) });
};

function isNode(mapping: Readonly<Record<string, unknown>>, id: unknown): id is string {
  return typeof id === "string" && Object.hasOwn(mapping, id) && isRecord(mapping[id]);
}

/** Newest message that no other follows, where the export does not name the end. */
function lastLeaf(mapping: Readonly<Record<string, unknown>>): string {
  const nodes = Object.entries(mapping).filter(([, node]) => isRecord(node));
  const parents = new Set(nodes.map(([, node]) => isRecord(node) && node["parent"]));
  const leaves = nodes.filter(([id]) => !parents.has(id));
  const time = (node: unknown) =>
    (isRecord(node) && isRecord(node["message"]) && timeOf(node["message"]["create_time"])) || 0;
  return leaves.reduce(
    (best, next) => (time(next[1]) >= time(best[1]) ? next : best),
    leaves[0] ?? ["", {}],
  )[0];
}

/** From the leaf to the root; a cycle ends where it closes. */
function* branchOf(
  mapping: Readonly<Record<string, unknown>>,
  leaf: string,
): Generator<Readonly<Record<string, unknown>>> {
  const seen = new Set<string>();
  for (let at: unknown = leaf; typeof at === "string" && !seen.has(at); ) {
    seen.add(at);
    const node: unknown = Object.hasOwn(mapping, at) ? mapping[at] : undefined;
    if (!isRecord(node)) return;
    yield node;
    at = node["parent"];
  }
}

function add(said: SayingCollector, message: unknown): void {
  const author = isRecord(message) ? message["author"] : undefined;
  const role = isRecord(author) ? String(author["role"] ?? "") : "";
  if (!isRecord(message) || !isForPeople(message)) said.step();
  else said.add({ role, text: wordsOf(message["content"]), at: timeOf(message["create_time"]) });
}

/** An answer to the person: not what an assistant says to a tool, such as the canvas, nor what the program hides. */
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

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!isRecord(content) || WITHOUT_WORDS.has(String(content["content_type"]))) return "";
  const parts = Array.isArray(content["parts"]) ? content["parts"] : [content["text"]];
  return parts
    .map(wordsOfPart)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Text, or the transcript of what was said by voice. */
function wordsOfPart(part: unknown): string {
  if (isRecord(part)) return typeof part["text"] === "string" ? withoutMarks(part["text"]) : "";
  return typeof part === "string" ? withoutMarks(part) : "";
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
