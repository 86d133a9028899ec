/** Recall for each turn: the few items that matter, and the standing memory. */

import type {
  MemoryScope,
  RecalledItem,
  RecallPort,
  RecallQuery,
  TalkMessage,
} from "../../agent/ports/memory.ts";
import { isOfflineWords } from "../../domain/text/offline-words.ts";
import { isBootFile } from "../index/boot-files.ts";
import type { Core } from "../ports/core.ts";
import type { Reach } from "../ports/index-port.ts";
import type { SearchHit } from "../search/hit.ts";
import type { SearchDeps } from "../search/request.ts";
import { search } from "../search/search.ts";
import { isBareRequest, isQuestion } from "../text/bare-requests.ts";
import { isSmallTalk } from "../text/small-talk.ts";
import { fittingWishes } from "../wishes/fit.ts";
import type { WordVectors } from "../word-vectors/word-vectors.ts";
import { factLine } from "../write/facts.ts";
import { createDueCommitments, type DueCommitments } from "./due-commitments.ts";
import { living } from "./living.ts";
import { recalledItems, type TitledHit } from "./recalled-item.ts";
import { withoutRecitations } from "./recitation.ts";
import { readerAt, scopesOf } from "./scopes.ts";
import { searchTextOf } from "./search-text.ts";
import type { Titles } from "./titles.ts";

export interface RecallDeps extends SearchDeps {
  core: Core;
  titles: Titles;
}

/** Hits that share less than this with the message are dropped. */
const RELEVANT = 0.2;
/**
 * Thresholds of relevance: without one hit above the first, nothing is recalled; with one, hits above the
 * second come along, unless an agent made them of what came from outside. Learnt from questions with known answers and everyday messages without any:
 * docs/design/memory.md shows the curve.
 */
const BELONGS = 0.07;
const BESIDE = 0.04;
/** Share of the best one's relevance below which a hit only shares words with it, unless an event that is asked for is its own. */
const BESIDE_BEST = 0.5;
/** Threshold for requests that only want something done. */
const SURELY = 0.13;
/** A turn waits for this search, so it scores fewer candidates than a person's search does. */
const CANDIDATES = 48;
/** The newest turns of the conversation itself are in its history already. */
const IN_HISTORY = 40;

export function createRecall(deps: RecallDeps): RecallPort {
  const due = createDueCommitments(deps.core);
  let vectors: WordVectors | undefined;
  return {
    async recall(scope, wanted, signal) {
      // Wishes are chosen without waiting, by what this search has loaded.
      void deps.wordVectors().then((loaded) => {
        vectors = loaded;
      }, NO_VECTORS);
      try {
        return await untilAborted(recallWithDue(deps, due, { scope, ...wanted }), signal);
      } catch (cause) {
        deps.onFailure("recall", cause);
        return [];
      }
    },
    async standing(scope) {
      try {
        return { lines: await standing(deps, scope) };
      } catch (cause) {
        deps.onFailure("standing memory", cause);
        return { lines: [] };
      }
    },
    wishes(scope, message) {
      const known = deps.core.storage.standing.known(scope.owner, scopesOf(readerAt(scope)));
      return fittingWishes(known?.wishes ?? [], message, vectors).map(({ content }) => content);
    },
  };
}

const NO_VECTORS = () => {
  // The search itself reports that.
};

/** Returns nothing when aborted: there are no partial results. */
function untilAborted(work: Promise<RecalledItem[]>, signal: AbortSignal): Promise<RecalledItem[]> {
  if (signal.aborted) {
    work.catch(() => {
      // Nobody waits for the result any more.
    });
    return Promise.resolve([]);
  }
  return new Promise((resolve, reject) => {
    const stop = () => resolve([]);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

interface RecallRequest extends RecallQuery {
  scope: MemoryScope;
}

/** Due commitments are recalled whatever the question is. */
async function recallWithDue(deps: RecallDeps, due: DueCommitments, request: RecallRequest) {
  const { scope, limit } = request;
  const [urgent, items] = await Promise.all([
    due.of(scope.owner, scopesOf(readerAt(scope))),
    recall(deps, request),
  ]);
  return [...urgent, ...items].slice(0, limit);
}

async function recall(deps: RecallDeps, { scope, limit, ...asked }: RecallRequest) {
  const { owner, conversation_id } = scope;
  const place = conversation_id === undefined ? {} : { conversation_id };
  const query = await wordsToFind(deps, asked);
  const candidates = await findRecallCandidates(deps, {
    owner,
    scopes: scopesOf(readerAt(scope)),
    ...place,
    ...(asked.asker !== undefined && { asker: asked.asker }),
    ...(asked.time_zone !== undefined && { time_zone: asked.time_zone }),
    query,
    limit,
  });
  const items = candidates.filter(({ recalled }) => recalled);
  const touched = items.flatMap(({ hit: { passage } }) => (passage.kind === "memory" ? [passage.key] : []));
  if (touched.length > 0) void refresh(deps, owner, touched);
  return recalledItems(items, query, { now: deps.core.now(), ...asked });
}

/**
 * The search text: a message that does not name its subject is searched with the earlier words it refers to.
 */
async function wordsToFind(deps: RecallDeps, { query, earlier = [] }: Pick<Message, "query" | "earlier">) {
  if (earlier.length === 0) return query;
  const vectors = await deps.wordVectors();
  return searchTextOf(query, earlier, (word) => vectors?.weight(word) ?? 1);
}

export interface Message {
  owner: string;
  scopes: Reach["scopes"];
  /** The conversation whose recent history the agent has anyway. */
  conversation_id?: string;
  query: string;
  /** Earlier messages, newest last. */
  earlier?: readonly TalkMessage[];
  /** The speaker's name, when several people share the memory. */
  asker?: string;
  /** IANA name of the person's time zone. Absent: UTC. */
  time_zone?: string;
  /** Maximum number of passages to consider. */
  limit: number;
}

export interface RecallCandidate extends TitledHit {
  relevance: number;
  /** Whether a turn with this message would get it. */
  recalled: boolean;
}

/** The passages nearest to a message, best first, and whether each belongs to it. */
export async function findRecallCandidates(deps: RecallDeps, message: Message): Promise<RecallCandidate[]> {
  const { owner, limit, scopes, asker, time_zone } = message;
  const query = await wordsToFind(deps, message);
  // Archives are full of small talk, and none of it is meant.
  if (isSmallTalk(query)) return [];
  const hits = await search(deps, {
    owner,
    scopes,
    query,
    limit: limit * 6 + IN_HISTORY,
    candidates: CANDIDATES,
    unlessCommon: true,
    ...(asker !== undefined && { asker }),
    ...(time_zone !== undefined && { time_zone }),
    now: deps.core.now(),
  });
  const inHistory = hits.filter((hit) => isInHistory(hit, hits, message));
  const fresh = hits.filter(
    (hit) => isRelevant(hit, deps) && !inHistory.includes(hit) && !isLeftOut(hit.passage),
  );
  const [chosen, titles] = await Promise.all([
    living(deps.core, owner, fresh),
    titlesOf(deps.titles, owner, fresh.slice(0, limit)),
  ]);
  const items = withoutRecitations(withoutRepeats(chosen), inHistory).slice(0, limit);
  return judged(items, leastFor(query)).map((each) => ({
    ...each,
    title: titles.get(each.hit.passage.source) ?? "",
  }));
}

/** Reads titles only for hits that would be shown: mostly there are none, and nothing is read. */
async function titlesOf(titles: Titles, owner: string, hits: readonly SearchHit[]) {
  const sources = judged(hits, BELONGS).flatMap(({ hit: { passage }, recalled }) =>
    recalled && passage.kind === "turn" ? [passage.source] : [],
  );
  return titles.of(owner, [...new Set(sources)]);
}

/** A request that says nothing of its writer is seldom about what they told. */
function leastFor(query: string): number {
  return isBareRequest(query) && !isQuestion(query) ? SURELY : BELONGS;
}

/**
 * No hit is recalled unless one of them belongs. A page of an agent says the person's words again among much
 * else, so it is recalled only where it surely belongs and nothing shorter does.
 */
function judged(hits: readonly SearchHit[], belongs: number): Omit<RecallCandidate, "title">[] {
  const all = hits.map((hit) => ({ hit, relevance: hit.relevance() }));
  const isAny = all.some(({ relevance }) => relevance >= belongs);
  const best = Math.max(0, ...all.filter(({ hit }) => !isPage(hit)).map(({ relevance }) => relevance));
  const least = ({ passage: { trust, role } }: SearchHit) =>
    trust === "untrusted" && role !== "" ? belongs : (belongs * BESIDE) / BELONGS;
  const isNear = ({ hit, relevance }: { hit: SearchHit; relevance: number }) =>
    isAny && relevance >= least(hit) && (hit.part !== undefined || relevance >= BESIDE_BEST * best);
  const isShort = all.some((each) => !isPage(each.hit) && isNear(each));
  return all.map((each) => ({
    ...each,
    recalled: isPage(each.hit) ? isAny && !isShort && each.relevance >= SURELY : isNear(each),
  }));
}

function isPage({ signals }: SearchHit): boolean {
  return signals.page > 0;
}

/** Recalling a memory refreshes it. The turn does not wait for that. */
async function refresh(deps: RecallDeps, owner: string, ids: string[]): Promise<void> {
  try {
    await deps.core.storage.memories.touch(owner, ids, deps.core.now());
  } catch (cause) {
    deps.onFailure("refresh", cause);
  }
}

/** A real embedder also finds passages that share no word. */
function isRelevant(hit: SearchHit, { vectors }: RecallDeps): boolean {
  const { soft, context, date } = hit.signals;
  if (Math.max(soft, context / 2) >= RELEVANT || date > 0) return true;
  return vectors !== undefined && hit.relevance() >= BELONGS;
}

/**
 * Excludes boot files, which are in the prompt, the offline model's words about itself, and what a person only
 * asked for.
 */
function isLeftOut({ kind, source, role, text }: SearchHit["passage"]): boolean {
  if (kind === "file") return isBootFile(source);
  if (kind !== "turn") return false;
  return role === "assistant" ? isOfflineWords(text) : role === "user" && isBareRequest(text);
}

function isInHistory(
  hit: SearchHit,
  hits: readonly SearchHit[],
  { conversation_id }: Pick<Message, "conversation_id">,
): boolean {
  if (hit.passage.source !== conversation_id) return false;
  const newest = Math.max(
    ...hits.filter((each) => each.passage.source === conversation_id).map((each) => each.passage.ordinal),
  );
  return hit.passage.ordinal > newest - IN_HISTORY;
}

/** Removes duplicates: a memory is often the very turn it was made from. */
function withoutRepeats(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    const words = hit.passage.text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

async function standing({ core }: RecallDeps, scope: MemoryScope): Promise<string[]> {
  const scopes = scopesOf(readerAt(scope));
  const { memories, facts, states } = await core.storage.standing.of(scope.owner, scopes);
  return [
    ...memories.map((memory) => memory.content.replace(/\s+/g, " ")),
    ...facts.map(factLine).sort(),
    ...states.map((state) => `${state.key}: ${state.value.replace(/\s+/g, " ")}`),
  ];
}
