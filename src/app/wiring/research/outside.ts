/** The outside of one run. Loaded by the first run: models, searches, pages, memory, each within its owner's limits. */
import type { ModelEvent, ModelRequest } from "../../../agent/ports/model.ts";
import type { Agent } from "../../../domain/agent.ts";
import { NO_USAGE, type Usage } from "../../../domain/message.ts";
import {
  type Answer,
  type Ask,
  type Outside,
  type PaidResult,
  type Place,
  PURPOSES,
  type Purpose,
  type SearchResult,
} from "../../../research/ports.ts";
import type { ResearchInit } from "../../../research/stored.ts";
import { R2PageCache } from "../../../storage/r2/page-cache.ts";
import { readFile } from "../../../tools/files/file-text.ts";
import { ruleFor } from "../../../tools/rules.ts";
import { loadPage } from "../../../tools/web/load-page.ts";
import { isAllowed, withinHosts } from "../../../tools/web/search/hosts.ts";
import { isSearchSet } from "../../../tools/web/search/is-set.ts";
import { searchRequests } from "../../../tools/web/search/providers.ts";
import { runSearches } from "../../../tools/web/search/run-search.ts";
import type { House } from "../../house.ts";
import { isLibrary, readLibrary, searchLibrary } from "./library.ts";
import { searchOwn } from "./own-passages.ts";
import { lookupServers, readOfServer, searchServers } from "./servers.ts";

const MOST_HITS = 8;
/** Characters of a request for each token that it has at most. */
const CHARACTERS_PER_TOKEN = 2;

export async function researchOutside(house: House, init: ResearchInit): Promise<Outside> {
  const agent = await house.agentCache.get(init.agent);
  await Promise.all([house.accounts.ready(), house.connections.ready()]);
  const prompts = await promptsOf(house);
  const servers = await lookupServers(house.mcp, init, agent);
  const places = [...placesOf(house, init, agent), ...(servers.length > 0 ? ["mcp" as const] : [])];
  return {
    places: () => places,
    isPriced: () => [init.model, init.fast_model].every((model) => isPriced(house, model)),
    worst: (ask) => worstOf(house, modelOf(init, ask), withPrompt(ask, prompts)),
    ask: (ask, signal) => askModel({ house, init, agent }, withPrompt(ask, prompts), signal),
    async search({ query, place }, signal) {
      if (!places.includes(place)) return { ok: false, reason: `There is no place ${place} to search here.` };
      if (place === "library") return searchLibrary(query);
      if (place === "mcp") return searchServers(servers, query, signal);
      if (place === "web") return searchWeb({ house, agent }, query, signal);
      return searchOwn(house.memory, { owner: init.owner, query, place, signal });
    },
    async read(address, signal) {
      if (isLibrary(address)) return readLibrary(address);
      const resource = await readOfServer(servers, address, signal);
      if (resource) return resource;
      if (!/^https?:\/\//.test(address)) return { ok: false, reason: "There is nothing at that address." };
      if (ruleFor(agent.tools, "web_fetch") === "deny")
        return { ok: false, reason: "This agent may read no pages." };
      return readWeb(house, { owner: init.owner, address, signal });
    },
  };
}

function placesOf({ settings }: House, { model, order }: ResearchInit, agent: Agent): Place[] {
  const mayNot = (tool: string) => ruleFor(agent.tools, tool) === "deny";
  const hasWeb = isSearchSet(settings) && !mayNot("web_search") && !mayNot("web_fetch");
  return [
    ...(hasWeb ? ["web" as const] : []),
    ...(model.startsWith("offline/") ? ["library" as const] : []),
    ...(mayNot("memory_search") || !order.own_sources ? [] : ["memory" as const, "files" as const]),
  ];
}

/** A run keeps the prompts that it began or woke with, so that no call outgrows the cost it was estimated at. */
async function promptsOf({ prompts }: House): Promise<ReadonlyMap<Purpose, string>> {
  const texts = PURPOSES.map(
    async (purpose) => [purpose, await prompts.known(`research-${purpose}`)] as const,
  );
  return new Map(await Promise.all(texts));
}

interface PromptedAsk extends Ask {
  system: string;
}

function withPrompt(ask: Ask, prompts: ReadonlyMap<Purpose, string>): PromptedAsk {
  return { ...ask, system: prompts.get(ask.purpose) ?? "" };
}

function modelOf({ model, fast_model }: ResearchInit, { purpose }: Ask): string {
  return purpose === "check" ? fast_model : model;
}

/** A model whose price nobody knows costs nothing here, as everywhere. */
function worstOf({ models }: House, model: string, ask: PromptedAsk): number {
  const characters = new TextEncoder().encode(JSON.stringify([ask.system, ask.messages, ask.tools])).length;
  const prompt_tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return (
    models.mostCost(model, { prompt_tokens, max_output_tokens: ask.max_output_tokens, reasoning: "off" }) ?? 0
  );
}

/** Free models have a price: nothing. */
function isPriced({ models }: House, model: string): boolean {
  const call = { prompt_tokens: 1, max_output_tokens: 1, reasoning: "off" } as const;
  return models.mostCost(model, call) !== null;
}

interface Caller {
  house: House;
  init: ResearchInit;
  agent: Agent;
}

async function askModel(
  { house, init, agent }: Caller,
  ask: PromptedAsk,
  signal: AbortSignal,
): Promise<PaidResult<Answer>> {
  const { budgetGuard, models } = house;
  const model = modelOf(init, ask);
  const payer = { owner: init.owner, agent: init.agent, allowance: agent.limits };
  await budgetGuard.ready(payer);
  const cost_usd = worstOf(house, model, ask);
  const refused = budgetGuard.refusal(payer, { isFirst: false, estimate: () => ({ model, cost_usd }) });
  if (refused !== undefined) return { value: { ok: false, reason: refused }, cost_usd: 0 };
  const heard = await hear(models.stream(requestOf(model, ask, init.id), signal));
  signal.throwIfAborted();
  await book({ house, init, model }, heard);
  return { value: heard.answer, cost_usd: heard.cost_usd ?? 0 };
}

function requestOf(model: string, ask: PromptedAsk, cache_key: string): ModelRequest {
  return {
    model,
    system: [{ tier: "stable", text: ask.system }],
    messages: ask.messages,
    tools: ask.tools ?? [],
    max_output_tokens: ask.max_output_tokens,
    reasoning: "off",
    history_length: 0,
    cache_key: `${cache_key}:${ask.purpose}`,
  };
}

interface Heard {
  answer: Answer;
  usage: Usage;
  cost_usd: number | null;
}

async function hear(events: AsyncIterable<ModelEvent>): Promise<Heard> {
  let text = "";
  let calls: { id: string; name: string; input: unknown }[] = [];
  for await (const event of events) {
    if (event.type === "text") text += event.delta;
    if (event.type === "restart") [text, calls] = ["", []];
    if (event.type === "tool_call")
      calls.push({
        id: event.call_id,
        name: event.name,
        input: event.input.ok ? event.input.value : event.input.text,
      });
    const ended = event.type === "finish" || event.type === "failed" ? event : undefined;
    if (ended?.type === "finish")
      return { answer: { ok: true, text, calls }, usage: ended.usage, cost_usd: ended.cost_usd };
    if (ended?.type === "failed")
      return {
        answer: { ok: false, reason: ended.failure.reason },
        usage: ended.usage,
        cost_usd: ended.cost_usd,
      };
  }
  return { answer: { ok: false, reason: "The model did not finish." }, usage: NO_USAGE, cost_usd: 0 };
}

async function book(
  { house, init, model }: { house: House; init: ResearchInit; model: string },
  { usage, cost_usd }: Heard,
): Promise<void> {
  const { costs, budgetGuard, ids, now } = house;
  const { owner, agent } = init;
  const slash = model.indexOf("/");
  const row = { id: ids.create("call"), at: now(), owner, agent };
  budgetGuard.note({ ...row, cost_usd: cost_usd ?? 0 });
  await costs.put({
    ...row,
    conversation_id: init.conversation_id ?? "",
    turn_id: "",
    provider: model.slice(0, slash),
    model: model.slice(slash + 1),
    purpose: "research",
    ...usage,
    cost_usd,
  });
  budgetGuard.recorded([row.id]);
}

async function searchWeb(
  { house, agent }: Pick<Caller, "house" | "agent">,
  words: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { settings, serviceFetch, connections, pace, now } = house;
  const query = withinHosts({ query: words, count: MOST_HITS, now: now() }, settings, agent);
  if (query === "nothing") return { ok: false, reason: "No site is left that may be searched." };
  const requests = searchRequests(settings, query);
  const fetch = serviceFetch(() => connections.settings());
  const { hits, failures } = await runSearches({ fetch, pace }, requests, signal);
  if (failures.length === requests.length) return { ok: false, reason: failures.join(" ") };
  const usable = hits.filter((hit) => /^https?:\/\//.test(hit.url) && isAllowed(hit, query));
  return { ok: true, hits: usable.map(({ title, url, snippet }) => ({ title, address: url, snippet })) };
}

async function readWeb(
  { guard, env, readPdf, now }: House,
  { owner, address, signal }: { owner: string; address: string; signal: AbortSignal },
): ReturnType<Outside["read"]> {
  const deps = {
    fetch: guard,
    cache: new R2PageCache(env.BUCKET),
    readFile: (file: Parameters<typeof readFile>[0]) => readFile(file, readPdf),
  };
  const loaded = await loadPage(deps, { owner, address, now: now(), signal });
  signal.throwIfAborted();
  if (!loaded.ok) return { ok: false, reason: loaded.reason };
  const { url, title, markdown } = loaded.page;
  return { ok: true, page: { address: url, title: title || url, text: markdown, trust: "untrusted" } };
}
