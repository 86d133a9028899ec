/** The `memory_get` tool: returns one whole item, with its source and its surroundings. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import type { ReadText } from "../../agent/sources/number.ts";
import { type Trust, weakest } from "../../domain/trust.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Episode, Fact, Memory, Passage, Provenance, Relation } from "../../memory/ports/model.ts";
import { commitmentLine } from "../../memory/write/commitments.ts";
import { factLine } from "../../memory/write/facts.ts";
import { relationLine } from "../../memory/write/relations.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { addressOf, readTexts } from "./read-texts.ts";
import { readScopes, searching } from "./scope.ts";

const Input = z.object({
  id: z
    .string()
    .min(1)
    .max(400)
    .describe("An id from memory_search: mem_, fct_, eps_, cmt_, rel_ or msg_, or a file with lines."),
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
    shows: (_input, memory) => searching(memory),
    async run({ id, around }, context) {
      const found = await foundOf(
        memory,
        { owner: context.owner, scopes: readScopes(context), now: context.now, around },
        id,
      );
      if (found === undefined)
        return toolError(`There is nothing with the id ${id} in this memory. Find ids with memory_search.`);
      const { text, trust, kind = "memory", title, url } = found;
      return { ok: true, content: text, trust, sources: [{ kind, title, url, text }] };
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

interface FoundItem extends Pick<ReadText, "title" | "url" | "text"> {
  trust: Trust;
  /** Absent: memory. */
  kind?: "file";
}

/** Undefined when the item does not exist or the reader may not see it. */
export async function foundOf(
  memory: LongTermMemory,
  view: View,
  id: string,
): Promise<FoundItem | undefined> {
  const { owner, scopes, now } = view;
  const { memories, facts, episodes, commitments, relations } = memory;
  const shown = <T extends Provenance & { scope: string }>(
    [item]: T[],
    title: string,
    text: (item: T) => string,
  ) =>
    item !== undefined && scopes.includes(item.scope)
      ? { text: text(item), trust: item.trust, title, url: addressOf(item) }
      : undefined;
  switch (id.slice(0, 4)) {
    case "mem_":
      return shown(await memories.get(owner, [id]), "Note", noteText);
    case "fct_":
      return shown(await facts.get(owner, [id]), "Fact", factText);
    case "eps_":
      return shown(await episodes.get(owner, [id]), "Summary of a conversation", episodeText);
    case "cmt_":
      return shown(
        await commitments.get(owner, [id]),
        "Promise",
        (item) => `${commitmentLine(item, now)} [${item.status}]\n${origin(item, item.created_at)}`,
      );
    case "rel_":
      return shown(inPerson(await relations.get(owner, [id])), "Relation", relationText);
    default:
      return passageText(memory, view, id);
  }
}

function noteText(item: Memory): string {
  return `${item.content}\nTags: ${item.tags.join(", ") || "none"}. ${origin(item, item.observed_at)}`;
}

function factText(item: Fact): string {
  const until = item.valid_to === undefined ? "now" : day(item.valid_to);
  return `${factLine(item)}\nTrue from ${day(item.valid_from)} to ${until}, confidence ${item.confidence}. ${origin(item, item.recorded_at)}`;
}

function episodeText(item: Episode): string {
  return `${item.summary}\nTopics: ${item.topics.join(", ")}. Tone: ${item.tone}. ${origin(item, item.started_at)}`;
}

/** Relations are of the person's memory, which a place with a memory of its own does not show. */
function inPerson(relations: readonly Relation[]) {
  return relations.map((relation) => ({ ...relation, scope: "person" }));
}

function relationText(item: Relation): string {
  const until = item.ended_at === undefined ? "" : ` Ended ${day(item.ended_at)}.`;
  return `${relationLine(item)}.${until}\n${origin(item, item.created_at)}`;
}

async function passageText(
  memory: LongTermMemory,
  { owner, scopes, around }: View,
  key: string,
): Promise<FoundItem | undefined> {
  const passage = (await memory.passages.byKeys(owner, [key])).find((each) => scopes.includes(each.scope));
  if (passage === undefined) return undefined;
  const span = { source: passage.source, from: passage.ordinal - around, to: passage.ordinal + around };
  const read = (await memory.passages.read(owner, [span])).sort((a, b) => a.ordinal - b.ordinal);
  const lines = read.map((each) => passageLine(each, each.key === key));
  const isFile = passage.kind === "file";
  const [named] = await readTexts(memory, owner, [passage]);
  return {
    title: named?.title ?? passage.source,
    url: named?.url ?? null,
    ...(isFile && { kind: "file" as const }),
    text: `From ${passage.source}:\n${lines.join("\n")}`,
    trust: weakest(read.map(({ trust }) => trust)),
  };
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
