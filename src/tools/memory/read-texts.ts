/** Texts that memory has found, as sources: each opens at the message that it came from. */
import type { ReadText } from "../../agent/sources/number.ts";
import { messageAddress } from "../../domain/sources/message-address.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { ChunkKind, Memory, Passage, Provenance } from "../../memory/ports/model.ts";

type Known = Pick<LongTermMemory, "memories" | "facts" | "episodes" | "titlesOf">;
type Origins = ReadonlyMap<string, string | null>;

/** One source for each passage, in their order. Rejects when the memory cannot be read. */
export async function readTexts(
  memory: Known,
  owner: string,
  passages: readonly Passage[],
): Promise<ReadText[]> {
  const said = passages.filter(({ kind }) => kind === "turn").map(({ source }) => source);
  const [titles, origins] = await Promise.all([
    memory.titlesOf(owner, [...new Set(said)]),
    originsOf(memory, owner, passages),
  ]);
  return passages.map((passage) => textOf(passage, { titles, origins }));
}

function textOf(
  passage: Passage,
  { titles, origins }: { titles: ReadonlyMap<string, string>; origins: Origins },
): ReadText {
  const { kind, source, session, key, speaker, text } = passage;
  switch (kind) {
    case "turn": {
      const words = speaker === "" ? text : `${speaker}: ${text}`;
      const title = titles.get(source) ?? "Conversation";
      return { kind: "memory", url: messageAddress(source, key), title, text: words };
    }
    case "file":
      return { kind: "file", url: source, title: session === "" ? source : session, text };
    default:
      return { kind: "memory", url: origins.get(key) ?? null, title: TITLES[kind], text };
  }
}

const TITLES: Record<Exclude<ChunkKind, "turn" | "file">, string> = {
  memory: "Note",
  fact: "Fact",
  episode: "Summary of a conversation",
};

/** Addresses of the messages that notes, facts and summaries came from: read only where there are some. */
async function originsOf(memory: Known, owner: string, passages: readonly Passage[]): Promise<Origins> {
  const keysOf = (kind: ChunkKind) => passages.flatMap((each) => (each.kind === kind ? [each.key] : []));
  const stores = [
    [memory.memories, keysOf("memory")],
    [memory.facts, keysOf("fact")],
    [memory.episodes, keysOf("episode")],
  ] as const;
  const items = await Promise.all(
    stores.map(async ([store, keys]) => (keys.length === 0 ? [] : store.get(owner, keys))),
  );
  return new Map(items.flat().map((item) => [item.id, addressOf(item)]));
}

/** A note as a source. */
export function noteText(note: Memory): ReadText {
  return { kind: "memory", url: addressOf(note), title: TITLES.memory, text: note.content };
}

/** Address of the message that an item came from; null: it came from none. */
export function addressOf({
  conversation_id,
  message_id,
}: Pick<Provenance, "conversation_id" | "message_id">): string | null {
  return conversation_id === undefined ? null : messageAddress(conversation_id, message_id);
}
