/**
 * Forgetting: one item, or everything about somebody. It disappears from every store and from search; a
 * tombstone stays for its person only, unless the removal is final.
 */
import type { Trust } from "../../domain/trust.ts";
import type { Core } from "../ports/core.ts";
import { type ForgottenKind, itemOf } from "../ports/forgotten.ts";
import type { Passage, Scope } from "../ports/model.ts";
import type { Reader } from "../ports/stores.ts";
import { isNamedIn, nameKey } from "../text/names.ts";
import { isUnspaced } from "../text/scripts.ts";
import { EPISODE_SOURCE } from "../write/episodes.ts";
import { FACT_SOURCE } from "../write/facts.ts";
import { entityNode } from "../write/graph.ts";
import { MEMORY_SOURCE } from "../write/remember.ts";
import { everyItem } from "./pages.ts";
import { whereSaid } from "./where-said.ts";

export interface ForgottenCounts {
  memories: number;
  facts: number;
  episodes: number;
  commitments: number;
  wishes: number;
  states: number;
  relations: number;
  /** Turns and pieces of files removed from search; the conversations and files themselves remain. */
  passages: number;
}

export interface Forgetting {
  /** Final removal: leaves no tombstone, and deletes tombstones of earlier removals too. */
  isFinal: boolean;
  /** Also forgets where it was said: its message, and messages and notes that say the same. */
  withSources?: boolean;
}

const KINDS: Record<string, { kind: ForgottenKind; source?: string }> = {
  mem_: { kind: "memory", source: MEMORY_SOURCE },
  fct_: { kind: "fact", source: FACT_SOURCE },
  eps_: { kind: "episode", source: EPISODE_SOURCE },
  cmt_: { kind: "commitment" },
  wsh_: { kind: "wish" },
  rel_: { kind: "relation" },
};

/**
 * True when this owner had such an item. The person can restore it for 30 days, and what was forgotten with
 * it.
 */
export async function forgetItem(
  core: Core,
  owner: string,
  { id, isFinal, withSources = false }: { id: string } & Forgetting,
): Promise<boolean> {
  const said = withSources ? await whereSaid(core, owner, id) : [];
  const isGone = await forgetOne(core, owner, { id, isFinal });
  if (isGone) for (const passage of said) await forgetMention(core, { owner, isFinal }, passage);
  return isGone;
}

async function forgetOne(
  core: Core,
  owner: string,
  { id, isFinal }: { id: string } & Forgetting,
): Promise<boolean> {
  const known = KINDS[id.slice(0, 4)];
  if (known === undefined) return forgetPassage(core, owner, { id, isFinal });
  const { forgotten, chunks } = core.storage;
  const now = core.now();
  const gone = await forgotten.bury({ owner, kind: known.kind, items: [id], isFinal }, now);
  if (known.source !== undefined) await chunks.remove(owner, known.source, [id]);
  if (known.kind === "memory") await forgotten.bury({ owner, kind: "edge", items: [id], isFinal }, now);
  return gone > 0;
}

async function forgetPassage(core: Core, owner: string, { id, isFinal }: { id: string } & Forgetting) {
  const passages = (await core.storage.chunks.byKeys(owner, [id])).filter(
    (passage) => passage.kind === "turn",
  );
  await forgetPassages(core, owner, { passages, isFinal });
  return passages.length > 0;
}

async function forgetPassages(
  core: Core,
  owner: string,
  { passages, isFinal }: { passages: readonly Passage[] } & Forgetting,
): Promise<void> {
  const { forgotten, chunks } = core.storage;
  const items = passages.map(({ source, key }) => itemOf(source, key));
  await forgotten.bury({ owner, kind: "passage", items, isFinal }, core.now());
  for (const { source, key } of passages) await chunks.remove(owner, source, [key]);
}

/** Forgets one value of a state key, or both the trusted and the untrusted one. */
export async function forgetState(
  core: Core,
  owner: string,
  { scope, key, trust, isFinal }: { scope: Scope; key: string; trust?: Trust } & Forgetting,
): Promise<boolean> {
  const trusts: readonly Trust[] = trust === undefined ? ["trusted", "untrusted"] : [trust];
  const items = trusts.map((each) => itemOf(scope, key, each));
  return (await core.storage.forgotten.bury({ owner, kind: "state", items, isFinal }, core.now())) > 0;
}

/** Forgets one alias; the entity's other names stay. */
export async function forgetAlias(
  core: Core,
  owner: string,
  { alias, trust, isFinal }: { alias: string; trust?: Trust } & Forgetting,
): Promise<boolean> {
  const trusts: readonly Trust[] = trust === undefined ? ["trusted", "untrusted"] : [trust];
  const items = trusts.map((each) => itemOf(nameKey(alias), each));
  const gone = await core.storage.forgotten.bury({ owner, kind: "alias", items, isFinal }, core.now());
  core.names.onChange(owner);
  return gone > 0;
}

/** Forgets everything about somebody or something, under each of its names. `dryRun` only counts. */
export async function forgetAbout(
  core: Core,
  { owner, scopes }: Reader,
  { name, dryRun, isFinal }: { name: string; dryRun: boolean } & Forgetting,
): Promise<ForgottenCounts> {
  const names = await core.names.allKeys(owner, name);
  const about: About = { owner, scopes, names, dryRun, isFinal };
  const { storage } = core;
  const total: ForgottenCounts = {
    memories: 0,
    facts: 0,
    episodes: 0,
    commitments: 0,
    wishes: 0,
    states: 0,
    relations: 0,
    passages: 0,
  };
  for (const each of names) {
    const mentions = await storage.chunks.mentions({ owner, scopes }, each);
    count(total, mentions);
    if (!dryRun) for (const passage of mentions) await forgetMention(core, about, passage);
  }
  total.memories += await forgetFaded(core, about);
  total.facts += await forgetFacts(core, about);
  total.commitments = await forgetCommitments(core, about);
  total.wishes = await forgetWishes(core, about);
  total.states = await forgetStates(core, about);
  total.relations = await forgetRelations(core, about);
  if (!dryRun) await forgetNames(core, about);
  return total;
}

function forgetRelations(core: Core, { owner, names, dryRun, isFinal }: About): Promise<number> {
  const nodes = names.map(entityNode);
  const all = everyItem(
    (page) => core.storage.edges.list(owner, { nodes, history: true }, page),
    (relation) => relation.created_at,
  );
  const forget = dryRun ? keep : ({ id }: { id: string }) => forgetItem(core, owner, { id, isFinal });
  return forgetThose(all, { matches: () => true, forget });
}

async function forgetNames(core: Core, { owner, names, isFinal }: About): Promise<void> {
  const { forgotten, aliases } = core.storage;
  const now = core.now();
  await forgotten.bury({ owner, kind: "edge", items: names.map(entityNode), isFinal }, now);
  const theirs = (await aliases.list(owner)).filter(
    ({ alias, entity }) => names.includes(nameKey(alias)) || names.includes(nameKey(entity)),
  );
  const items = theirs.map(({ alias, trust }) => itemOf(nameKey(alias), trust));
  await forgotten.bury({ owner, kind: "alias", items, isFinal }, now);
  core.names.onChange(owner);
  if (isFinal) await dropEarlier(core, owner, names);
}

/** Deletes tombstones of earlier removals about these names, which could still be restored. */
async function dropEarlier(core: Core, owner: string, names: readonly string[]): Promise<void> {
  const all = everyItem(
    (page) => core.storage.forgotten.list(owner, page),
    (item) => item.forgotten_at,
  );
  for await (const { id, text } of all)
    if (speaksOf(names, text)) await core.storage.forgotten.drop(owner, [id]);
}

function count(total: ForgottenCounts, mentions: readonly Passage[]): void {
  for (const { kind } of mentions) {
    if (kind === "memory") total.memories++;
    else if (kind === "fact") total.facts++;
    else if (kind === "episode") total.episodes++;
    else total.passages++;
  }
}

async function forgetMention(
  core: Core,
  { owner, isFinal }: Pick<About, "owner" | "isFinal">,
  passage: Passage,
): Promise<void> {
  if (passage.kind === "turn" || passage.kind === "file") {
    await forgetPassages(core, owner, { passages: [passage], isFinal });
  } else {
    await forgetOne(core, owner, { id: passage.key, isFinal });
  }
}

interface About extends Reader, Forgetting {
  /** All names of the entity. */
  names: readonly string[];
  dryRun: boolean;
}

/** Retired facts are in no index: they are found by their entity. */
async function forgetFacts(core: Core, { owner, scopes, names, dryRun, isFinal }: About) {
  let gone = 0;
  for (const entity of names) {
    const all = everyItem(
      (page) => core.storage.facts.list(owner, { scopes, entity, history: true }, page),
      (fact) => fact.updated_at,
    );
    for await (const fact of all) {
      // A current fact is in the index, and was counted there.
      if (!dryRun || fact.retired_at !== undefined) gone++;
      if (!dryRun) await forgetItem(core, owner, { id: fact.id, isFinal });
    }
  }
  return gone;
}

function forgetCommitments(core: Core, { owner, scopes, names, dryRun, isFinal }: About) {
  const { commitments } = core.storage;
  const all = everyItem(
    (page) => commitments.list(owner, { scopes }, page),
    (commitment) => commitment.updated_at,
  );
  return forgetThose(all, {
    matches: ({ who, what }) => speaksOf(names, `${who} ${what}`),
    forget: dryRun ? keep : ({ id }) => forgetItem(core, owner, { id, isFinal }),
  });
}

function forgetWishes(core: Core, { owner, scopes, names, dryRun, isFinal }: About) {
  const all = everyItem(
    (page) => core.storage.wishes.list(owner, { scopes, history: true }, page),
    (wish) => wish.said_at,
  );
  return forgetThose(all, {
    matches: ({ content }) => speaksOf(names, content),
    forget: dryRun ? keep : ({ id }) => forgetItem(core, owner, { id, isFinal }),
  });
}

/** States are part of the prompt in every turn: one that mentions the name is forgotten whole. */
async function forgetStates(core: Core, { owner, scopes, names, dryRun, isFinal }: About) {
  const { states } = core.storage;
  return forgetThose(await states.all(owner, scopes), {
    matches: ({ key, value }) => speaksOf(names, `${key} ${value}`),
    forget: dryRun
      ? keep
      : ({ scope, key, trust }) => forgetState(core, owner, { scope, key, trust, isFinal }),
  });
}

/** Faded memories are stored but in no index. */
function forgetFaded(core: Core, { owner, scopes, names, dryRun, isFinal }: About) {
  const faded = everyItem(
    (page) => core.storage.memories.list(owner, { scopes, faded: true }, page),
    (memory) => memory.updated_at,
  );
  return forgetThose(faded, {
    matches: ({ about, content }) => speaksOf(names, `${about} ${content}`),
    forget: dryRun ? keep : ({ id }) => forgetItem(core, owner, { id, isFinal }),
  });
}

interface ForgetTarget<T> {
  matches(item: T): boolean;
  forget(item: T): Promise<unknown>;
}

const keep = async () => undefined;

/** Returns the number of items forgotten. */
async function forgetThose<T>(all: AsyncIterable<T> | Iterable<T>, those: ForgetTarget<T>): Promise<number> {
  let gone = 0;
  for await (const item of all) {
    if (!those.matches(item)) continue;
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
