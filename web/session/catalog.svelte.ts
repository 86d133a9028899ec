/** Agents and models to choose from, read once and again when the page is opened anew. */
import type { AgentSummary } from "../../src/channels/web/wire.ts";
import { listAgents, listModels, type ModelSummary } from "../api/instance.ts";

let agents = $state.raw<AgentSummary[]>([]);
let models = $state.raw<ModelSummary[]>([]);
let isAsked = false;

export const catalog = {
  get agents(): AgentSummary[] {
    return agents;
  },
  get models(): ModelSummary[] {
    return models;
  },
  /** Without a catalog there is nothing to choose, and the defaults serve. */
  async load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    const [agentList, modelList] = await Promise.all([listAgents(), listModels()]);
    if (agentList.ok) agents = agentList.value.items;
    if (modelList.ok) models = modelList.value.items;
  },
  nameOf(slug: string): string {
    return agents.find((agent) => agent.slug === slug)?.name ?? slug;
  },
};
