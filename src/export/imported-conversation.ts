/** Parses conversations from export files of ChatGPT and of Nightjar. */
import { z } from "zod";

/** One conversation, its oldest message first. */
export interface ImportedConversation {
  /** Its id at the source: importing it again finds the same conversation. */
  source: string;
  title: string;
  /** Its id in the Nightjar that exported it, which may be this one. */
  conversation?: string;
  said: Saying[];
}

interface Saying {
  role: "user" | "assistant";
  text: string;
  at: string;
}

/** Limits of messages and of their characters: what one call to a Durable Object may carry. */
export const MOST_MESSAGES = 5_000;
const MOST_CHARACTERS = 4_000_000;
/** Messages to walk, including those of tools and instructions, which are left out. */
const MOST_STEPS = 4 * MOST_MESSAGES;

const Seconds = z.number().nullish();
const Node = z.object({
  parent: z.string().nullish(),
  message: z
    .object({
      author: z.object({ role: z.string() }),
      create_time: Seconds,
      content: z.object({ parts: z.array(z.unknown()).optional() }),
    })
    .nullish(),
});
/** These schemas do not parse the messages, because their number is checked first. */
const FromChatGpt = z.object({
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  title: z.string().nullish(),
  create_time: Seconds,
  current_node: z.string(),
  mapping: z.custom<Readonly<Record<string, unknown>>>(isRecord),
});
type FromChatGpt = z.output<typeof FromChatGpt>;
const FromNightjar = z.object({
  conversation: z.object({ id: z.string(), title: z.string() }),
  messages: z.array(z.unknown()),
});

const Message = z.object({
  role: z.string(),
  created_at: z.iso.datetime(),
  parts: z.array(z.unknown()),
});

/**
 * Undefined: the JSON has neither form. "too_long": it has one, but exceeds the limits of a conversation
 * here.
 */
export function readImportedConversations(json: unknown): ImportedConversation | "too_long" | undefined {
  const ours = FromNightjar.safeParse(json);
  if (ours.success) return ofNightjar(ours.data);
  const theirs = FromChatGpt.safeParse(json);
  return theirs.success ? ofChatGpt(theirs.data) : undefined;
}

function ofNightjar({
  conversation,
  messages,
}: z.output<typeof FromNightjar>): ReturnType<typeof readImportedConversations> {
  const { id, title } = conversation;
  const said = new Said();
  for (const each of messages) {
    const message = Message.safeParse(each);
    if (!message.success) return undefined;
    const { role, created_at, parts } = message.data;
    const text = parts.flatMap((part) => (isRecord(part) && part["type"] === "text" ? [part["text"]] : []));
    said.add(role, text, created_at);
    if (said.isTooLong) return "too_long";
  }
  return { source: `nightjar:${id}`, title, conversation: id, said: said.list };
}

/** The branch shown last, followed from its leaf to the root; a cycle ends where it closes. */
function ofChatGpt(theirs: FromChatGpt): ReturnType<typeof readImportedConversations> {
  const { mapping, current_node, create_time, title } = theirs;
  const said = new Said();
  const seen = new Set<string>();
  for (let at: string | null | undefined = current_node; at != null && !seen.has(at); ) {
    seen.add(at);
    const node = Node.optional().safeParse(Object.hasOwn(mapping, at) ? mapping[at] : undefined);
    if (!node.success) return undefined;
    const { author, content, create_time: its } = node.data?.message ?? {};
    said.add(author?.role ?? "", content?.parts ?? [], isoOf(its ?? create_time));
    if (said.isTooLong) return "too_long";
    at = node.data?.parent;
  }
  const id = theirs.conversation_id ?? theirs.id ?? current_node;
  return { source: `chatgpt:${id}`, title: title ?? "", said: said.list.reverse() };
}

/** Collects the messages of people and assistants, and leaves out those of tools and instructions. */
class Said {
  readonly list: Saying[] = [];
  private steps = 0;
  private characters = 0;

  get isTooLong(): boolean {
    return this.steps > MOST_STEPS || this.list.length > MOST_MESSAGES || this.characters > MOST_CHARACTERS;
  }

  add(role: string, parts: readonly unknown[], at: string): void {
    this.steps++;
    if (role !== "user" && role !== "assistant") return;
    const text = parts.filter((part) => typeof part === "string").join("\n\n");
    if (text.trim() === "") return;
    this.characters += text.length;
    this.list.push({ role, text, at });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isoOf(seconds: number | null | undefined): string {
  const at = new Date((seconds ?? 0) * 1000);
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString();
}
