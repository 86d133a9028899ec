/** `memory_get`: one item whole, with where it came from and what stood around it. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Passage, Provenance } from "../../memory/ports/model.ts";
import { commitmentLine } from "../../memory/write/commitments.ts";
import { factLine } from "../../memory/write/facts.ts";
import { defineTool, quoted, refused } from "../define-tool.ts";
import { readScopes } from "./scope.ts";

const Input = z.object({
  id: z
    .string()
    .min(1)
    .max(400)
    .describe("An id from memory_search: mem_, fct_, eps_, cmt_ or msg_, or a file with lines."),
  around: z.number().int().min(0).max(20).default(3).describe("Neighbouring messages or pieces to show."),
});

export function memoryGet({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "memory_get",
    description:
      "Read one item of long-term memory whole: a note, fact, promise or episode with its source, or a message or file piece with what stands around it.",
    schema: Input,
    effect: "read",
    reach: "inside",
    async run({ id, around }, context) {
      const text = await textOf(
        memory,
        { owner: context.owner, scopes: readScopes(context), now: context.now, around },
        id,
      );
      return text === undefined
        ? refused(`There is nothing with the id ${id} in this memory. Find ids with memory_search.`)
        : quoted(text);
    },
  });
}

interface View {
  owner: string;
  scopes: readonly string[];
  now: number;
  /** Neighbouring messages or pieces to show. */
  around: number;
}

async function textOf(memory: LongTermMemory, view: View, id: string): Promise<string | undefined> {
  const { owner, scopes, now } = view;
  const { memories, facts, episodes, commitments } = memory;
  const visible = <T extends { scope: string }>([item]: T[]) =>
    item !== undefined && scopes.includes(item.scope) ? item : undefined;
  switch (id.slice(0, 4)) {
    case "mem_": {
      const item = visible(await memories.get(owner, [id]));
      return (
        item && `${item.content}\nTags: ${item.tags.join(", ") || "none"}. ${origin(item, item.observed_at)}`
      );
    }
    case "fct_": {
      const item = visible(await facts.get(owner, [id]));
      return (
        item &&
        `${factLine(item)}\nTrue from ${day(item.valid_from)} to ${item.valid_to === undefined ? "now" : day(item.valid_to)}, confidence ${item.confidence}. ${origin(item, item.recorded_at)}`
      );
    }
    case "eps_": {
      const item = visible(await episodes.get(owner, [id]));
      return (
        item &&
        `${item.summary}\nTopics: ${item.topics.join(", ")}. Tone: ${item.tone}. ${origin(item, item.started_at)}`
      );
    }
    case "cmt_": {
      const item = visible(await commitments.get(owner, [id]));
      return item && `${commitmentLine(item, now)} [${item.status}]\n${origin(item, item.created_at)}`;
    }
    default:
      return passageText(memory, view, id);
  }
}

async function passageText(memory: LongTermMemory, { owner, scopes, around }: View, key: string) {
  const passage = (await memory.passages.byKeys(owner, [key])).find((each) => scopes.includes(each.scope));
  if (passage === undefined) return undefined;
  const span = { source: passage.source, from: passage.ordinal - around, to: passage.ordinal + around };
  const read = (await memory.passages.read(owner, [span])).sort((a, b) => a.ordinal - b.ordinal);
  return `From ${passage.source}:\n${read.map((each) => passageLine(each, each.key === key)).join("\n")}`;
}

function passageLine(passage: Passage, wanted: boolean): string {
  const when = passage.said_at === undefined ? "" : `${day(passage.said_at)} `;
  const who = passage.speaker === "" ? "" : `${passage.speaker}: `;
  return `${wanted ? "> " : "  "}${when}${who}${passage.text}`;
}

function origin(item: Provenance, at: number): string {
  const where = item.conversation_id === undefined ? "" : `, conversation ${item.conversation_id}`;
  const message = item.message_id === undefined ? "" : `, ${item.message_id}`;
  return `From ${item.origin}${where}${message}, ${day(at)}.`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
