/** The pages beside the conversations. A new one is a component and a record here. */

import type { Component } from "svelte";
import { inbox } from "../session/person/inbox.svelte.ts";
import type { IconName } from "../ui/pictures/icons.ts";
import { t } from "../words/t.ts";

export interface Page {
  /** Its path, without the leading slash. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** Shown beside the label in the palette. */
  readonly note?: string;
  /** Listed at once; the others are under “More”. */
  readonly isEveryday?: boolean;
  /** Everyone may open the page; only admins have it in their sidebar. */
  readonly isListedForAdminsOnly?: boolean;
  /** The number of things there that wait for the person; shown beside the label. */
  readonly count?: () => number;
  readonly load: () => Promise<{ default: Component }>;
}

/** In the order of the sidebar. */
export const pages: readonly Page[] = [
  {
    name: "inbox",
    label: t("Inbox"),
    icon: "inbox",
    isEveryday: true,
    note: t("questions, unread replies, reminders"),
    count: () => inbox.count,
    load: () => import("../pages/inbox/InboxPage.svelte"),
  },
  {
    name: "agents",
    label: t("Agents"),
    icon: "person",
    isEveryday: true,
    load: () => import("../pages/agents/AgentsPage.svelte"),
  },
  {
    name: "rooms",
    label: t("Rooms"),
    icon: "moon",
    isEveryday: true,
    note: t("the bar, a cast of agents, visits"),
    load: () => import("../pages/rooms/RoomsPage.svelte"),
  },
  { name: "live", label: t("Live"), icon: "live", load: () => import("../pages/LivePage.svelte") },
  { name: "costs", label: t("Costs"), icon: "costs", load: () => import("../pages/costs/CostsPage.svelte") },
  {
    name: "memory",
    label: t("Memory"),
    icon: "memory",
    isEveryday: true,
    load: () => import("../pages/memory/MemoryPage.svelte"),
  },
  {
    name: "files",
    label: t("Files"),
    icon: "file",
    isEveryday: true,
    load: () => import("../pages/files/FilesPage.svelte"),
  },
  {
    name: "prompts",
    label: t("Prompts"),
    icon: "slash",
    note: t("reusable messages"),
    load: () => import("../pages/prompts/PromptsPage.svelte"),
  },
  {
    name: "models",
    label: t("Models"),
    icon: "thought",
    isEveryday: true,
    note: t("providers, keys, the default model"),
    isListedForAdminsOnly: true,
    load: () => import("../pages/models/ModelsPage.svelte"),
  },
  {
    name: "tools",
    label: t("Tools"),
    icon: "tool",
    note: t("skills, MCP servers"),
    load: () => import("../pages/tools/ToolsPage.svelte"),
  },
  {
    name: "capabilities",
    label: t("Capabilities"),
    icon: "fork",
    note: t("tools your agents built"),
    load: () => import("../pages/capabilities/CapabilitiesPage.svelte"),
  },
  {
    name: "secrets",
    label: t("Secrets"),
    icon: "shield",
    note: t("keys that capabilities use"),
    load: () => import("../pages/secrets/SecretsPage.svelte"),
  },
  {
    name: "schedules",
    label: t("Schedules"),
    icon: "clock",
    isEveryday: true,
    note: t("recurring tasks, heartbeats"),
    load: () => import("../pages/schedules/SchedulesPage.svelte"),
  },
  {
    name: "hooks",
    label: t("Hooks"),
    icon: "link",
    note: t("events from outside, webhooks"),
    load: () => import("../pages/hooks/HooksPage.svelte"),
  },
  {
    name: "clients",
    label: t("Clients"),
    icon: "folder",
    note: t("people and organisations you run agents for"),
    load: () => import("../pages/clients/ClientsPage.svelte"),
  },
  {
    name: "jobs",
    label: t("Jobs"),
    icon: "jobs",
    note: t("background work"),
    isListedForAdminsOnly: true,
    load: () => import("../pages/jobs/JobsPage.svelte"),
  },
  {
    name: "people",
    label: t("People"),
    icon: "person",
    note: t("roles, invites"),
    isListedForAdminsOnly: true,
    load: () => import("../pages/people/PeoplePage.svelte"),
  },
  {
    name: "connections",
    label: t("Connections"),
    icon: "plug",
    note: t("chat bots, web search, voices, mail"),
    isListedForAdminsOnly: true,
    load: () => import("../pages/connections/ConnectionsPage.svelte"),
  },
  {
    name: "channels",
    label: t("Channels"),
    icon: "chat",
    note: t("Telegram, Discord, Slack, WhatsApp"),
    isListedForAdminsOnly: true,
    load: () => import("../pages/channels/ChannelsPage.svelte"),
  },
  {
    name: "settings",
    label: t("Settings"),
    icon: "settings",
    isEveryday: true,
    load: () => import("../pages/SettingsPage.svelte"),
  },
];

export const loadRoom = () => import("../visit/RoomPage.svelte");

const missing = () => import("../pages/MissingPage.svelte");

/** The page's loader, by the route's name; null and unknown names lead to the page that says so. */
export function loaderOf(name: string | null): Page["load"] {
  return pages.find((page) => page.name === name)?.load ?? missing;
}
