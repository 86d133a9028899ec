/** Conversations that were had elsewhere, read from the files of those who exported them. */
import { z } from "zod";

/** One as it was said, the oldest words first. */
export interface Past {
  /** What it is called where it comes from: brought in again, it is the same. */
  source: string;
  title: string;
  /** Its id in the Nightjar that it comes from, which may be this one. */
  conversation?: string;
  said: { role: "user" | "assistant"; text: string; at: string }[];
}

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
const FromChatGpt = z.object({
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  title: z.string().nullish(),
  create_time: Seconds,
  current_node: z.string(),
  mapping: z.record(z.string(), Node),
});
type FromChatGpt = z.output<typeof FromChatGpt>;

const FromNightjar = z.object({
  conversation: z.object({ id: z.string(), title: z.string() }),
  messages: z.array(
    z.object({
      role: z.string(),
      created_at: z.iso.datetime(),
      parts: z.array(z.object({ type: z.string(), text: z.string().optional() })),
    }),
  ),
});

/** Of one file. What is of neither form is left out; undefined: nothing of it is a conversation. */
export function pastOf(json: unknown): Past[] | undefined {
  const each = (Array.isArray(json) ? json : [json]).flatMap((one): Past[] => {
    const ours = FromNightjar.safeParse(one);
    if (ours.success) return [ofNightjar(ours.data)];
    const theirs = FromChatGpt.safeParse(one);
    return theirs.success ? [ofChatGpt(theirs.data)] : [];
  });
  return each.length === 0 ? undefined : each.filter(({ said }) => said.length > 0);
}

function ofNightjar({ conversation, messages }: z.output<typeof FromNightjar>): Past {
  const said = messages.flatMap(({ role, created_at, parts }) => {
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n\n");
    return saying(role, text, created_at);
  });
  return {
    source: `nightjar:${conversation.id}`,
    title: conversation.title,
    conversation: conversation.id,
    said,
  };
}

/** The branch that was shown last, from its end to the root; a circle ends where it closes. */
function ofChatGpt(theirs: FromChatGpt): Past {
  const said: Past["said"] = [];
  const seen = new Set<string>();
  for (let at: string | null | undefined = theirs.current_node; at != null && !seen.has(at); ) {
    seen.add(at);
    const node: z.output<typeof Node> | undefined = theirs.mapping[at];
    const { author, content, create_time } = node?.message ?? {};
    const text = (content?.parts ?? []).filter((part) => typeof part === "string").join("\n\n");
    said.unshift(...saying(author?.role ?? "", text, isoOf(create_time ?? theirs.create_time)));
    at = node?.parent;
  }
  const id = theirs.conversation_id ?? theirs.id ?? theirs.current_node;
  return { source: `chatgpt:${id}`, title: theirs.title ?? "", said };
}

/** What people and their assistants said; what tools and instructions did between is left out. */
function saying(role: string, text: string, at: string): Past["said"] {
  if ((role !== "user" && role !== "assistant") || text.trim() === "") return [];
  return [{ role, text, at }];
}

function isoOf(seconds: number | null | undefined): string {
  const at = new Date((seconds ?? 0) * 1000);
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString();
}
