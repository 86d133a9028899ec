/**
 * Deep memory: searches a question from several angles in parallel, and follows connections of the results.
 */
import { z } from "zod";
import { type Trust, weakest } from "../../domain/trust.ts";
import type { ModelCore } from "../learn/extract.ts";
import { askInForm } from "../model/ask-in-form.ts";
import type { Relation, Scope } from "../ports/model.ts";
import type { SearchHit } from "../search/hit.ts";
import { isStopword } from "../text/stopwords.ts";
import { words } from "../text/words.ts";
import { entityNode, explore, type GraphNode } from "../write/graph.ts";
import { withoutRecitations } from "./recitation.ts";
import { type Style, type Synthesis, synthesize } from "./synthesize.ts";

export interface DeepRequest {
  owner: string;
  scopes: readonly Scope[];
  conversation_id: string;
  query: string;
  style: Style;
  signal: AbortSignal;
  progress(data: DeepProgress): void;
}

export type DeepProgress =
  | { status: "expanding"; query: string }
  | { status: "searching"; searches: string[][] }
  | { status: "found"; count: number; memories: { id: string; text: string }[] };

export interface DeepResult extends Synthesis {
  hits: SearchHit[];
  /** Nodes connected with the memories found. */
  related: GraphNode[];
  /** Relations of the people and things that the question and the memories found are about. */
  relations: Relation[];
  /** Trust of all sources of the text, of the related nodes and of the relations. */
  trust: Trust;
}

interface DeepDeps extends ModelCore {
  search(request: {
    owner: string;
    scopes: readonly Scope[];
    query: string;
    limit: number;
    signal: AbortSignal;
  }): Promise<SearchHit[]>;
}

const KeywordSets = z
  .array(z.array(z.string().trim().min(1).max(60)).min(1).max(8))
  .min(1)
  .max(5);
const HITS_PER_SEARCH = 8;
const HITS = 10;
const RELATIONS = 20;
/** Words of a question in which names are looked for. */
const NAMING_WORDS = 24;

export async function deepMemory(deps: DeepDeps, request: DeepRequest): Promise<DeepResult> {
  const { owner, scopes, query, signal } = request;
  request.progress({ status: "expanding", query });
  const sets = await expand(deps, request);
  request.progress({ status: "searching", searches: sets });
  const queries = [query, ...sets.map((set) => set.join(" "))];
  const found = await Promise.all(
    queries.map((each) => deps.search({ owner, scopes, query: each, limit: HITS_PER_SEARCH, signal })),
  );
  const hits = withoutRecitations(merged(found)).slice(0, HITS);
  request.progress({
    status: "found",
    count: hits.length,
    memories: hits.map((hit) => ({ id: hit.passage.key, text: hit.passage.text.slice(0, 200) })),
  });
  const { related, relations } = await relatedTo(deps, request, hits);
  const synthesis = await synthesize(deps.models, {
    owner,
    conversation_id: request.conversation_id,
    query,
    lines: hits.map(lineOf),
    style: request.style,
    cost_id: `memory:synthesis:${deps.ids.create("run")}`,
    now: deps.now(),
    signal,
  });
  const trust = weakest(
    [...hits.map(({ passage }) => passage), ...related, ...relations].map((each) => each.trust),
  );
  return { ...synthesis, hits, related, relations, trust };
}

/** Without a model the question's own words are the only angle: each is searched separately. */
async function expand(deps: DeepDeps, request: DeepRequest): Promise<string[][]> {
  const question = {
    owner: request.owner,
    conversation_id: request.conversation_id,
    prompt: "memory-search" as const,
    text: request.query,
    max_output_tokens: 300,
    cost_id: `memory:expand:${deps.ids.create("run")}`,
    now: deps.now(),
    signal: request.signal,
  };
  const answer = await askInForm(deps.models, question, { name: "keywords", schema: KeywordSets });
  return answer.status === "read" ? answer.value : ownWords(request.query);
}

function ownWords(query: string): string[][] {
  return [...new Set(words(query).filter((word) => !isStopword(word)))].slice(0, 5).map((word) => [word]);
}

/** Merges by rank, since scores of different questions are not on one scale. */
function merged(found: readonly (readonly SearchHit[])[]): SearchHit[] {
  const known = new Map<number, { hit: SearchHit; worth: number }>();
  for (const hits of found) {
    hits.forEach((hit, place) => {
      const worth = 1 / (place + 2);
      const earlier = known.get(hit.passage.id);
      known.set(hit.passage.id, { hit: earlier?.hit ?? hit, worth: (earlier?.worth ?? 0) + worth });
    });
  }
  return [...known.values()]
    .sort((a, b) => b.worth - a.worth || a.hit.passage.id - b.hit.passage.id)
    .map(({ hit }) => hit);
}

interface Surroundings {
  related: GraphNode[];
  relations: Relation[];
}

/** Connections are of the person's memory: a place with a memory of its own does not see them. */
async function relatedTo(
  deps: DeepDeps,
  { owner, scopes, query }: Pick<DeepRequest, "owner" | "scopes" | "query">,
  hits: readonly SearchHit[],
): Promise<Surroundings> {
  if (!scopes.includes("person")) return { related: [], relations: [] };
  const starts = hits.filter((hit) => hit.passage.kind === "memory").map((hit) => hit.passage.key);
  const [named, { nodes }] = await Promise.all([
    namedIn(deps, owner, query),
    explore(deps, owner, { starts }),
  ]);
  const near = [...named, ...nodes.filter(({ depth }) => depth < 2).map(({ id }) => id)];
  const relations = await deps.storage.edges.list(owner, { nodes: near }, { limit: RELATIONS });
  return { related: nodes.filter((node) => node.depth > 0).slice(0, 20), relations };
}

/** Nodes of what the question may name: its words, and each two and three of them that stand together. */
async function namedIn(deps: DeepDeps, owner: string, query: string): Promise<string[]> {
  const said = words(query).slice(0, NAMING_WORDS);
  const names = said.flatMap((word, at) => [
    ...(isStopword(word) ? [] : [word]),
    said.slice(at, at + 2).join(" "),
    said.slice(at, at + 3).join(" "),
  ]);
  const others = await deps.names.others(owner);
  return [...new Set(names.flatMap((name) => [name, ...(others.get(name) ?? [])]))].map(entityNode);
}

function lineOf({ passage }: SearchHit): string {
  const day = passage.said_at === undefined ? "" : `${new Date(passage.said_at).toISOString().slice(0, 10)} `;
  const who = passage.speaker === "" ? "" : `${passage.speaker}: `;
  return `${day}${who}${passage.text.replace(/\s+/g, " ")}`;
}
