/**
 * Opening of a turn in search mode: the searches that its message needs, then the best pages, each step as ordinary calls of
 * tools, so that permissions, trust, sources and costs are the same as ever.
 */
import type { ModelService } from "../../../agent/ports/model-service.ts";
import type { OpenedStep, OpeningRun } from "../../../agent/ports/opening.ts";
import type { PromptTexts } from "../../../agent/prompts/prompt-texts.ts";
import type { SettledCall, Spending } from "../../../agent/turn.ts";
import { type AskedSearch, askedIn, asQuery, isPlain } from "./asked.ts";
import { type Decision, decide, MOST_QUERIES } from "./decide.ts";
import { bestPages } from "./pages.ts";

interface OpeningDeps {
  model: ModelService;
  prompts: PromptTexts;
}

/** Tokens of a model's window for each page that it reads whole. */
const WINDOW_A_PAGE = 16_000;
const MOST_PAGES = 5;

/** Decides what to search for. Never rejects: where nothing can be decided, it is the words themselves. */
export async function searchOpening(deps: OpeningDeps, run: OpeningRun): Promise<OpenedStep | undefined> {
  const [searches, pages] = run.steps;
  if (!searches) return firstStep(deps, run);
  if (pages || !run.tools.has("web_fetch")) return undefined;
  const results = searches.calls.flatMap((call) => (call.state === "settled" ? [call.result] : []));
  const urls = bestPages(results.filter(isWebSearch), mostPages(deps, run));
  return urls.length === 0
    ? undefined
    : { calls: urls.map((url) => ({ name: "web_fetch", input: { url } })) };
}

const isWebSearch = ({ name }: SettledCall) => name === "web_search";

function mostPages({ model }: OpeningDeps, { turn }: OpeningRun): number {
  const window = model.info(turn.models[0] ?? "").context_window;
  return Math.max(1, Math.min(MOST_PAGES, Math.floor(window / WINDOW_A_PAGE)));
}

async function firstStep(deps: OpeningDeps, run: OpeningRun): Promise<OpenedStep | undefined> {
  const asked = askedIn(run.turn.user_text);
  const { decision, spent } = await decisionFor(deps, run, asked);
  const wish = withoutLosing(decision, asked);
  return { calls: wish.search ? callsOf(wish, asked, run.tools) : [], spent };
}

async function decisionFor(
  { model, prompts }: OpeningDeps,
  { turn, context, signal }: OpeningRun,
  { words }: AskedSearch,
): Promise<{ decision?: Decision | undefined; spent?: Spending | undefined }> {
  const isFirst = context.history_length === 0;
  if (words === "" || (isFirst && isPlain(words))) return {};
  const fast = turn.agent.fast_model ?? model.fastModel();
  if (!fast || fast.startsWith("offline/")) return {};
  const messages = context.messages.slice(0, -1);
  const system = prompts.text("search-decision", { most_queries: String(MOST_QUERIES) });
  return decide(model, { system, model: fast, messages, words, signal });
}

/** A decision without queries, or none at all: the words themselves. */
function withoutLosing(decision: Decision | undefined, { words }: AskedSearch): Decision {
  if (decision && (!decision.search || decision.queries.length > 0)) return decision;
  const query = asQuery(words);
  return { ...decision, search: query !== undefined, queries: query === undefined ? [] : [query] };
}

/** Calls for the decision; operators that the person wrote go before it. */
function callsOf(
  { queries, freshness, focus: decided }: Decision,
  { hosts, focus: named }: AskedSearch,
  tools: ReadonlySet<string>,
): OpenedStep["calls"] {
  const focus = named ?? decided;
  const distinct = [...new Set(queries)].slice(0, MOST_QUERIES);
  if (focus === "own") return tools.has("memory_search") ? distinct.map(inMemory) : [];
  if (!tools.has("web_search")) return [];
  const more = {
    ...(freshness && { freshness }),
    ...(focus && focus !== "web" && { focus }),
    ...(hosts.length > 0 && { hosts }),
  };
  return distinct.map((query) => ({ name: "web_search", input: { query, ...more } }));
}

function inMemory(query: string) {
  return { name: "memory_search", input: { query } };
}
