/** Forgetting: one item, or everything about somebody. What is forgotten is gone from every store and from search. */
import type { Core } from "../ports/core.ts";
import type { Passage } from "../ports/model.ts";
import type { Reader } from "../ports/stores.ts";
import { isNamedIn, nameKey } from "../text/names.ts";
import { isUnspaced } from "../text/scripts.ts";
import { FACT_SOURCE } from "../write/facts.ts";
import { entityNode } from "../write/graph.ts";
import { MEMORY_SOURCE } from "../write/remember.ts";
import { everyItem } from "./pages.ts";

export const EPISODE_SOURCE = "episodes";

export interface Forgotten {
  memories: number;
  facts: number;
  episodes: number;
  commitments: number;
  states: number;
  /** Turns and pieces of files that are no longer found; the conversations and files themselves remain. */
  passages: number;
}

/** True when there was such an item of this owner. */
export async function forgetItem(core: Core, owner: string, id: string): Promise<boolean> {
  const { storage } = core;
  await storage.edges.removeTouching(owner, [id]);
  switch (id.slice(0, 4)) {
    case "mem_":
      await storage.chunks.remove(owner, MEMORY_SOURCE, [id]);
      return (await storage.memories.remove(owner, [id])) > 0;
    case "fct_":
      await storage.chunks.remove(owner, FACT_SOURCE, [id]);
      return (await storage.facts.remove(owner, [id])) > 0;
    case "eps_":
      await storage.chunks.remove(owner, EPISODE_SOURCE, [id]);
      return (await storage.episodes.remove(owner, [id])) > 0;
    case "cmt_":
      return (await storage.commitments.remove(owner, [id])) > 0;
    default:
      return forgetPassage(core, owner, id);
  }
}

async function forgetPassage(core: Core, owner: string, key: string): Promise<boolean> {
  const passages = (await core.storage.chunks.byKeys(owner, [key])).filter(
    (passage) => passage.kind === "turn",
  );
  for (const passage of passages) await core.storage.chunks.remove(owner, passage.source, [key]);
  return passages.length > 0;
}

/** All that is about somebody or something, under each of its names. `dryRun` only counts. */
export async function forgetAbout(
  core: Core,
  { owner, scopes }: Reader,
  { name, dryRun }: { name: string; dryRun: boolean },
): Promise<Forgotten> {
  const names = await core.names.allKeys(owner, name);
  const about: About = { owner, scopes, names, dryRun };
  const { storage } = core;
  const total: Forgotten = { memories: 0, facts: 0, episodes: 0, commitments: 0, states: 0, passages: 0 };
  for (const each of names) {
    const mentions = await storage.chunks.mentions({ owner, scopes }, each);
    count(total, mentions);
    if (!dryRun) for (const passage of mentions) await forgetMention(core, owner, passage);
  }
  total.memories += await forgetFaded(core, about);
  total.facts += await forgetFacts(core, about);
  total.commitments = await forgetCommitments(core, about);
  total.states = await forgetStates(core, about);
  if (!dryRun) {
    await storage.edges.removeTouching(owner, names.map(entityNode));
    await core.names.forget(owner, name);
  }
  return total;
}

function count(total: Forgotten, mentions: readonly Passage[]): void {
  for (const { kind } of mentions) {
    if (kind === "memory") total.memories++;
    else if (kind === "fact") total.facts++;
    else if (kind === "episode") total.episodes++;
    else total.passages++;
  }
}

async function forgetMention(core: Core, owner: string, passage: Passage): Promise<void> {
  if (passage.kind === "turn" || passage.kind === "file") {
    await core.storage.chunks.remove(owner, passage.source, [passage.key]);
  } else {
    await forgetItem(core, owner, passage.key);
  }
}

interface About extends Reader {
  /** All by which it is known. */
  names: readonly string[];
  dryRun: boolean;
}

/** Facts of the past are in no index: they are found by their entity. */
async function forgetFacts(core: Core, { owner, scopes, names, dryRun }: About) {
  let gone = 0;
  for (const entity of names) {
    const all = everyItem(
      (page) => core.storage.facts.list(owner, { scopes, entity, history: true }, page),
      (fact) => fact.updated_at,
    );
    for await (const fact of all) {
      // A present one is in the index, and was counted there.
      if (!dryRun || fact.retired_at !== undefined) gone++;
      if (!dryRun) await forgetItem(core, owner, fact.id);
    }
  }
  return gone;
}

function forgetCommitments(core: Core, { owner, scopes, names, dryRun }: About) {
  const { commitments } = core.storage;
  const all = everyItem(
    (page) => commitments.list(owner, { scopes }, page),
    (commitment) => commitment.updated_at,
  );
  return forgetThose(all, {
    speaks: ({ who, what }) => speaksOf(names, `${who} ${what}`),
    forget: dryRun ? keep : ({ id }) => commitments.remove(owner, [id]),
  });
}

/** They stand before an agent's eyes in every turn: what speaks of the name goes whole. */
async function forgetStates(core: Core, { owner, scopes, names, dryRun }: About) {
  const { states } = core.storage;
  return forgetThose(await states.all(owner, scopes), {
    speaks: ({ key, value }) => speaksOf(names, `${key} ${value}`),
    forget: dryRun ? keep : ({ scope, key }) => states.remove(owner, scope, key),
  });
}

/** Memories that have faded are kept and in no index. */
function forgetFaded(core: Core, { owner, scopes, names, dryRun }: About) {
  const faded = everyItem(
    (page) => core.storage.memories.list(owner, { scopes, faded: true }, page),
    (memory) => memory.updated_at,
  );
  return forgetThose(faded, {
    speaks: ({ about, content }) => speaksOf(names, `${about} ${content}`),
    forget: dryRun ? keep : ({ id }) => forgetItem(core, owner, id),
  });
}

interface Those<T> {
  speaks(item: T): boolean;
  forget(item: T): Promise<unknown>;
}

const keep = async () => undefined;

/** Returns how many they are. */
async function forgetThose<T>(all: AsyncIterable<T> | Iterable<T>, those: Those<T>): Promise<number> {
  let gone = 0;
  for await (const item of all) {
    if (!those.speaks(item)) continue;
    gone++;
    await those.forget(item);
  }
  return gone;
}

function speaksOf(names: readonly string[], text: string): boolean {
  const key = nameKey(text);
  // In a script without spaces a name is not a word by itself.
  return names.some((name) => (isUnspaced(name) ? key.includes(name) : isNamedIn(name, key)));
}
