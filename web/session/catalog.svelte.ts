/** Agents and models to choose from, read once and again when the page is opened anew. */
import type { AgentSummary } from "../../src/channels/web/wire.ts";
import { listAgents, listModels, type ModelSummary } from "../api/instance.ts";

let agents = $state.raw<AgentSummary[]>([]);
let models = $state.raw<ModelSummary[]>([]);
let defaultModel = $state("");
let fastModel = $state("");
let isAsked = false;
const names = $derived(new Map(agents.map(({ slug, name }) => [slug, name])));

export const catalog = {
  get agents(): AgentSummary[] {
    return agents;
  },
  /** Of the agents, by their slugs. */
  get names(): ReadonlyMap<string, string> {
    return names;
  },
  get models(): ModelSummary[] {
    return models;
  },
  /** What answers where nobody says otherwise; empty until it is known. */
  get defaultModel(): string {
    return defaultModel;
  },
  get fastModel(): string {
    return fastModel;
  },
  /** Without a catalog there is nothing to choose, and the defaults serve. */
  async load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    await this.renew();
  },
  /** An agent or what models answer was changed here. */
  async renew(): Promise<void> {
    const [agentList, modelList] = await Promise.all([listAgents(), listModels()]);
    if (agentList.ok) agents = agentList.value.items;
    if (!modelList.ok) return;
    models = modelList.value.items;
    defaultModel = modelList.value.default ?? "";
    fastModel = modelList.value.fast ?? "";
  },
  nameOf(slug: string): string {
    return names.get(slug) ?? slug;
  },
};
