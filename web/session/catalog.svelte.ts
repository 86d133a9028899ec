/** Agents and models to choose from, read once and again when the page is opened anew. */
import type { AgentSummary } from "../../src/channels/web/wire.ts";
import { listAgents, listModels, type ModelSummary } from "../api/instance.ts";
import { changePreferences, readPreferences } from "../api/people/people.ts";
import { chooseLanguage } from "../words/learn.ts";

let agents = $state.raw<AgentSummary[]>([]);
let defaultAgent = $state("");
let models = $state.raw<ModelSummary[]>([]);
let defaultModel = $state("");
let fastModel = $state("");
let favourites = $state.raw<readonly string[]>([]);
let isAsked = false;
const names = $derived(new Map(agents.map(({ slug, name }) => [slug, name])));

export const catalog = {
  get agents(): AgentSummary[] {
    return agents;
  },
  /** The slug of who answers where nobody says otherwise; empty until it is known. */
  get defaultAgent(): string {
    return defaultAgent;
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
  /** Models that whoever is signed in wants first: `provider/model` each. */
  get favourites(): readonly string[] {
    return favourites;
  },
  /** Undefined when it went well, else why not. */
  async favour(model: string, isFavourite: boolean): Promise<string | undefined> {
    const before = favourites;
    const others = before.filter((id) => id !== model);
    favourites = isFavourite ? [...others, model] : others;
    const saved = await changePreferences({ favourite_models: [...favourites] });
    if (saved.ok) return undefined;
    favourites = before;
    return saved.reason;
  },
  /** Without a catalog there is nothing to choose, and the defaults serve: the next page that needs it asks again. */
  async load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    isAsked = await this.renew();
  },
  /** An agent or what models answer was changed here. False: not all of it could be read. */
  async renew(): Promise<boolean> {
    const [agentList, modelList, preferred] = await Promise.all([
      listAgents(),
      listModels(),
      readPreferences(),
    ]);
    if (preferred.ok) {
      favourites = preferred.value.favourite_models ?? [];
      chooseLanguage(preferred.value.interface_language);
    }
    if (agentList.ok) {
      agents = agentList.value.items;
      defaultAgent = agentList.value.default ?? "";
    }
    if (!modelList.ok) return false;
    models = modelList.value.items;
    defaultModel = modelList.value.default ?? "";
    fastModel = modelList.value.fast ?? "";
    return agentList.ok && preferred.ok;
  },
  nameOf(slug: string): string {
    return names.get(slug) ?? slug;
  },
};
