/** Finds where a remembered item was said: its own message, and what else says the same. */
import type { Core } from "../ports/core.ts";
import type { Span } from "../ports/index-port.ts";
import type { Passage } from "../ports/model.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { extraQueryTokens, extraTokens, isUnspaced } from "../text/scripts.ts";
import { isStopword } from "../text/stopwords.ts";
import { stemOf, words } from "../text/words.ts";
import { factLine } from "../write/facts.ts";
import { relationLine } from "../write/relations.ts";

/** Share of the item's telling words that a passage must have to say the same. */
const SAYS_THE_SAME = 0.6;
const MOST_WORDS = 24;
const MOST_PASSAGES = 60;

interface Remembered {
  text: string;
  conversation_id?: string;
  message_id?: string;
  /** The stretch that an episode sums up. */
  span?: Span;
}

/** Passages of turns, notes, facts and summaries; never the item itself. */
export async function whereSaid(core: Core, owner: string, id: string): Promise<Passage[]> {
  const item = await rememberedOf(core, owner, id);
  if (item === undefined) return [];
  const [own, alike] = await Promise.all([
    ownPassages(core, owner, item),
    alikePassages(core, owner, item.text),
  ]);
  const all = new Map([...own, ...alike].map((passage) => [passage.id, passage]));
  return [...all.values()].filter(({ key, kind }) => key !== id && kind !== "file");
}

async function rememberedOf({ storage }: Core, owner: string, id: string): Promise<Remembered | undefined> {
  switch (id.slice(0, 4)) {
    case "mem_": {
      const [memory] = await storage.memories.get(owner, [id]);
      return memory && { ...memory, text: memory.content };
    }
    case "fct_": {
      const [fact] = await storage.facts.get(owner, [id]);
      return fact && { ...fact, text: factLine(fact) };
    }
    case "cmt_": {
      const [promise] = await storage.commitments.get(owner, [id]);
      return promise && { ...promise, text: promise.what };
    }
    case "wsh_": {
      const [wish] = await storage.wishes.get(owner, [id]);
      return wish && { ...wish, text: wish.content };
    }
    case "rel_": {
      const [relation] = await storage.edges.get(owner, [id]);
      return relation && { ...relation, text: relationLine(relation) };
    }
    case "eps_": {
      const [episode] = await storage.episodes.get(owner, [id]);
      const { conversation_id: source, first_ordinal: from, last_ordinal: to } = episode ?? {};
      const span =
        source === undefined || from === undefined || to === undefined ? {} : { span: { source, from, to } };
      return episode && { text: episode.summary, ...span };
    }
    default:
      return undefined;
  }
}

async function ownPassages(
  { storage: { chunks } }: Core,
  owner: string,
  item: Remembered,
): Promise<Passage[]> {
  if (item.span !== undefined) return chunks.read(owner, [item.span]);
  const { message_id, conversation_id } = item;
  if (message_id === undefined) return [];
  return (await chunks.byKeys(owner, [message_id])).filter(({ source }) => source === conversation_id);
}

async function alikePassages({ storage: { chunks } }: Core, owner: string, text: string): Promise<Passage[]> {
  const spaced = words(text).filter(
    (word) => !isUnspaced(word) && !isStopword(word) && !isFunctionWord(word),
  );
  const telling = [...new Set([...spaced, ...extraQueryTokens(text)])].slice(0, MOST_WORDS);
  if (telling.length === 0) return [];
  const hits = await chunks.search({
    owner,
    scopes: "all",
    kinds: ["turn", "memory", "fact", "episode"],
    words: telling.map((word) => ({ word, weight: 1 })),
    limit: MOST_PASSAGES,
  });
  const passages = await chunks.byKeys(
    owner,
    hits.map(({ key }) => key),
  );
  const found = new Set(hits.map(({ id }) => id));
  return passages.filter((passage) => found.has(passage.id) && saysTheSame(telling, passage));
}

function saysTheSame(telling: readonly string[], { text, speaker }: Passage): boolean {
  const said = new Set([...words(`${speaker} ${text}`).map(stemOf), ...extraTokens(text)]);
  const shared = telling.filter((word) => said.has(stemOf(word)) || said.has(word)).length;
  return shared >= Math.min(2, telling.length) && shared / telling.length >= SAYS_THE_SAME;
}
