/** The pages beside the conversations, in groups. A new one is a component and a record here. */

import type { Component } from "svelte";
import type { Route } from "../session/browser/routes.ts";
import { inbox } from "../session/person/inbox.svelte.ts";
import type { IconName } from "../ui/pictures/icons.ts";
import { t } from "../words/t.ts";

export type PageGroup = "everyday" | "automation" | "tools" | "manage";

/** Folded groups of the sidebar, in its order; `everyday` pages stand above them. */
export const foldedGroups: readonly { readonly name: PageGroup; readonly label: string }[] = [
  { name: "automation", label: t("Automation") },
  { name: "tools", label: t("Tools") },
  { name: "manage", label: t("Manage") },
];

export interface Page {
  /** Its path, without the leading slash. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** Shown beside the label in the palette. */
  readonly note?: string;
  readonly group: PageGroup;
  /** Its things have addresses of their own, `/agents/tutor`. */
  readonly hasItems?: boolean;
  /** Other roles find no such page. */
  readonly isForAdmins?: boolean;
  /** The number of things there that wait for the person; shown beside the label. */
  readonly count?: () => number;
  readonly load: () => Promise<{ default: Component }>;
}

/** Pages in the order of the sidebar. */
export const pages: readonly Page[] = [
  {
    name: "inbox",
    label: t("Inbox"),
    icon: "inbox",
    group: "everyday",
    note: t("questions, unread replies, reminders"),
    count: () => inbox.count,
    load: () => import("../pages/inbox/InboxPage.svelte"),
  },
  {
    name: "agents",
    label: t("Agents"),
    icon: "person",
    group: "everyday",
    hasItems: true,
    load: () => import("../pages/agents/AgentsPage.svelte"),
  },
  {
    name: "rooms",
    label: t("Rooms"),
    icon: "moon",
    group: "everyday",
    hasItems: true,
    note: t("the bar, a cast of agents, visits"),
    load: () => import("../pages/rooms/RoomsPage.svelte"),
  },
  {
    name: "memory",
    label: t("Memory"),
    icon: "memory",
    group: "everyday",
    hasItems: true,
    load: () => import("../pages/memory/MemoryPage.svelte"),
  },
  {
    name: "files",
    label: t("Files"),
    icon: "file",
    group: "everyday",
    load: () => import("../pages/files/FilesPage.svelte"),
  },
  {
    name: "research",
    label: t("Research"),
    icon: "book",
    group: "everyday",
    hasItems: true,
    load: () => import("../pages/research/ResearchPage.svelte"),
  },
  {
    name: "settings",
    label: t("Settings"),
    icon: "settings",
    group: "everyday",
    load: () => import("../pages/SettingsPage.svelte"),
  },
  {
    name: "automations",
    label: t("Automations"),
    icon: "bolt",
    group: "automation",
    note: t("everything that runs by itself"),
    load: () => import("../pages/automations/AutomationsPage.svelte"),
  },
  {
    name: "schedules",
    label: t("Schedules"),
    icon: "clock",
    group: "automation",
    hasItems: true,
    note: t("recurring tasks, heartbeats"),
    load: () => import("../pages/schedules/SchedulesPage.svelte"),
  },
  {
    name: "hooks",
    label: t("Hooks"),
    icon: "link",
    group: "automation",
    hasItems: true,
    note: t("events from outside, webhooks"),
    load: () => import("../pages/hooks/HooksPage.svelte"),
  },
  {
    name: "live",
    label: t("Live"),
    icon: "live",
    group: "automation",
    load: () => import("../pages/LivePage.svelte"),
  },
  {
    name: "jobs",
    label: t("Jobs"),
    icon: "jobs",
    group: "automation",
    note: t("background work"),
    isForAdmins: true,
    load: () => import("../pages/jobs/JobsPage.svelte"),
  },
  {
    name: "tools",
    label: t("Tools"),
    icon: "tool",
    group: "tools",
    hasItems: true,
    note: t("skills, MCP servers"),
    load: () => import("../pages/tools/ToolsPage.svelte"),
  },
  {
    name: "permissions",
    label: t("Permissions"),
    icon: "shield",
    group: "tools",
    note: t("what agents may do without asking"),
    load: () => import("../pages/permissions/PermissionsPage.svelte"),
  },
  {
    name: "capabilities",
    label: t("Capabilities"),
    icon: "cube",
    group: "tools",
    note: t("tools your agents built"),
    load: () => import("../pages/capabilities/CapabilitiesPage.svelte"),
  },
  {
    name: "prompts",
    label: t("Prompts"),
    icon: "slash",
    group: "tools",
    note: t("reusable messages"),
    load: () => import("../pages/prompts/PromptsPage.svelte"),
  },
  {
    name: "secrets",
    label: t("Secrets"),
    icon: "key",
    group: "tools",
    note: t("keys that capabilities use"),
    load: () => import("../pages/secrets/SecretsPage.svelte"),
  },
  {
    name: "models",
    label: t("Models"),
    icon: "chip",
    group: "manage",
    note: t("providers, keys, the default model"),
    isForAdmins: true,
    load: () => import("../pages/models/ModelsPage.svelte"),
  },
  {
    name: "connections",
    label: t("Connections"),
    icon: "plug",
    group: "manage",
    note: t("chat bots, web search, voices, weather, mail"),
    isForAdmins: true,
    load: () => import("../pages/connections/ConnectionsPage.svelte"),
  },
  {
    name: "house-prompts",
    label: t("System prompts"),
    icon: "slash",
    group: "manage",
    note: t("rules, titles, summaries, modes"),
    isForAdmins: true,
    load: () => import("../pages/house-prompts/HousePromptsPage.svelte"),
  },
  {
    name: "channels",
    label: t("Channels"),
    icon: "chat",
    group: "manage",
    note: t("Telegram, Discord, Slack, WhatsApp"),
    isForAdmins: true,
    load: () => import("../pages/channels/ChannelsPage.svelte"),
  },
  {
    name: "people",
    label: t("People"),
    icon: "people",
    group: "manage",
    note: t("roles, invites"),
    isForAdmins: true,
    load: () => import("../pages/people/PeoplePage.svelte"),
  },
  {
    name: "clients",
    label: t("Clients"),
    icon: "case",
    group: "manage",
    note: t("people and organisations you run agents for"),
    load: () => import("../pages/clients/ClientsPage.svelte"),
  },
  {
    name: "costs",
    label: t("Costs"),
    icon: "costs",
    group: "manage",
    load: () => import("../pages/costs/CostsPage.svelte"),
  },
  {
    name: "replay-sets",
    label: t("Replay sets"),
    icon: "refresh",
    group: "manage",
    hasItems: true,
    note: t("evaluations, another model on real turns"),
    load: () => import("../pages/replays/ReplaysPage.svelte"),
  },
];

const loadRoom = () => import("../visit/RoomPage.svelte");

const missing = () => import("../pages/MissingPage.svelte");

/** Pages that the person has, by role. */
export function pagesFor(isAdmin: boolean): readonly Page[] {
  return pages.filter((page) => isAdmin || !page.isForAdmins);
}

/** Loader of the route's page; addresses of nothing that the person has lead to the page that says so. */
export function loaderOf(route: Route, isAdmin: boolean): Page["load"] {
  if (route.page === "room") return loadRoom;
  if (route.page !== "named") return missing;
  const page = pagesFor(isAdmin).find(({ name }) => name === route.name);
  return page && (route.item === null || page.hasItems) ? page.load : missing;
}
