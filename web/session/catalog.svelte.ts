/** Agents and models to choose from; read once, and again when the page is loaded again. */
import type { AgentCard } from "../../src/contract/agents/agents.ts";
import { listAgents, listModels, type ModelSummary } from "../api/instance.ts";
import { changePreferences, readPreferences } from "../api/people/people.ts";
import { chooseLanguage } from "../words/learn.ts";
import { shippedText } from "../words/server-text.ts";
import { withPlace } from "./browser/place.ts";
import { ownAvatar } from "./person/own-avatar.svelte.ts";

let agents = $state.raw<AgentCard[]>([]);
let inRooms = $state.raw<readonly string[]>([]);
let defaultAgent = $state("");
let models = $state.raw<ModelSummary[]>([]);
let defaultModel = $state("");
let fastModel = $state("");
let favourites = $state.raw<readonly string[]>([]);
let isSetUp = $state(true);
/** Preferences that were asked for before a change of `isSetUp` don't tell it. */
let setUps = 0;
let isAsked = false;
const names = $derived(new Map(agents.map(({ slug, name }) => [slug, name])));

export const catalog = {
  get agents(): AgentCard[] {
    return agents;
  },
  /** Agents to choose from: without those that only belong to a room. */
  get offeredAgents(): AgentCard[] {
    return agents.filter(({ slug }) => !this.isOnlyInRooms(slug));
  },
  isOnlyInRooms(slug: string): boolean {
    return inRooms.includes(slug);
  },
  /** Slug of the default agent; empty until it is known. */
  get defaultAgent(): string {
    return defaultAgent;
  },
  /** Names of the agents, by slug. */
  get names(): ReadonlyMap<string, string> {
    return names;
  },
  get models(): ModelSummary[] {
    return models;
  },
  /** The default model; empty until it is known. */
  get defaultModel(): string {
    return defaultModel;
  },
  get fastModel(): string {
    return fastModel;
  },
  /** The person's favourite models: `provider/model` each. */
  get favourites(): readonly string[] {
    return favourites;
  },
  /** Whether the first run is over; also true until it is known. */
  get isSetUp(): boolean {
    return isSetUp;
  },
  /** Ends the first run, or begins it again. Undefined on success, else the reason. */
  async setUp(isDone: boolean): Promise<string | undefined> {
    isSetUp = isDone;
    setUps += 1;
    const saved = await changePreferences({ is_set_up: isDone || null });
    return saved.ok ? undefined : saved.reason;
  },
  /** Undefined on success, else the reason. */
  async favour(model: string, isFavourite: boolean): Promise<string | undefined> {
    const before = favourites;
    const others = before.filter((id) => id !== model);
    favourites = isFavourite ? [...others, model] : others;
    const saved = await changePreferences({ favourite_models: [...favourites] });
    if (saved.ok) return undefined;
    favourites = before;
    return saved.reason;
  },
  /**
   * Without a catalog there is nothing to choose, and the defaults are used: the next page that needs it tries again.
   */
  async load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    isAsked = await this.renew();
  },
  /** Call it after a change of agents or models here. False: part of it could not be read. */
  async renew(): Promise<boolean> {
    const before = setUps;
    const [agentList, modelList, preferred] = await Promise.all([
      listAgents(),
      listModels(),
      readPreferences(),
    ]);
    if (preferred.ok) {
      favourites = preferred.value.favourite_models ?? [];
      if (before === setUps) isSetUp = preferred.value.is_set_up === true;
      ownAvatar.show(preferred.value);
      void withPlace(preferred.value);
      chooseLanguage(preferred.value.interface_language);
    }
    if (agentList.ok) {
      agents = agentList.value.items;
      inRooms = agentList.value.in_rooms;
      defaultAgent = agentList.value.default ?? "";
    }
    if (!modelList.ok) return false;
    models = modelList.value.items.map((model) => ({
      ...model,
      label: shippedText(model.label),
      provider_label: shippedText(model.provider_label),
      name: shippedText(model.name),
    }));
    defaultModel = modelList.value.default ?? "";
    fastModel = modelList.value.fast ?? "";
    return agentList.ok && preferred.ok;
  },
  nameOf(slug: string): string {
    return names.get(slug) ?? slug;
  },
};
