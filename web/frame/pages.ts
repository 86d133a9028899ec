/** The pages beside the conversations. A new one is a component and a record here. */
import type { Component } from "svelte";
import { inbox } from "../session/person/inbox.svelte.ts";
import type { IconName } from "../ui/pictures/icons.ts";

export interface Page {
  /** Its address, without the slash before it. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** What the palette says beside the label. */
  readonly note?: string;
  /** Everyone may open the page; those who run the instance have it in their sidebar too. */
  readonly isListedForAdminsOnly?: boolean;
  /** How much there waits for whoever is signed in; shown beside the label. */
  readonly count?: () => number;
  readonly load: () => Promise<{ default: Component }>;
}

/** In the order in which they are listed. */
export const pages: readonly Page[] = [
  {
    name: "inbox",
    label: "Inbox",
    icon: "inbox",
    note: "what waits for you, reminders",
    count: () => inbox.count,
    load: () => import("../pages/inbox/InboxPage.svelte"),
  },
  {
    name: "agents",
    label: "Agents",
    icon: "person",
    load: () => import("../pages/agents/AgentsPage.svelte"),
  },
  {
    name: "rooms",
    label: "Rooms",
    icon: "moon",
    note: "the bar, a cast of agents, visits",
    load: () => import("../pages/rooms/RoomsPage.svelte"),
  },
  { name: "live", label: "Live", icon: "live", load: () => import("../pages/LivePage.svelte") },
  { name: "costs", label: "Costs", icon: "costs", load: () => import("../pages/costs/CostsPage.svelte") },
  {
    name: "memory",
    label: "Memory",
    icon: "memory",
    load: () => import("../pages/memory/MemoryPage.svelte"),
  },
  { name: "files", label: "Files", icon: "file", load: () => import("../pages/files/FilesPage.svelte") },
  {
    name: "prompts",
    label: "Prompts",
    icon: "slash",
    note: "words that you use again",
    load: () => import("../pages/prompts/PromptsPage.svelte"),
  },
  {
    name: "models",
    label: "Models",
    icon: "thought",
    note: "providers, keys, the default model",
    isListedForAdminsOnly: true,
    load: () => import("../pages/models/ModelsPage.svelte"),
  },
  {
    name: "tools",
    label: "Tools",
    icon: "tool",
    note: "skills, MCP servers",
    load: () => import("../pages/tools/ToolsPage.svelte"),
  },
  {
    name: "capabilities",
    label: "Capabilities",
    icon: "fork",
    note: "tools that agents had built",
    load: () => import("../pages/capabilities/CapabilitiesPage.svelte"),
  },
  {
    name: "schedules",
    label: "Schedules",
    icon: "clock",
    note: "what comes by itself, heartbeats",
    load: () => import("../pages/schedules/SchedulesPage.svelte"),
  },
  {
    name: "hooks",
    label: "Hooks",
    icon: "link",
    note: "events from outside, webhooks",
    load: () => import("../pages/hooks/HooksPage.svelte"),
  },
  {
    name: "jobs",
    label: "Jobs",
    icon: "jobs",
    note: "background work",
    isListedForAdminsOnly: true,
    load: () => import("../pages/jobs/JobsPage.svelte"),
  },
  {
    name: "people",
    label: "People",
    icon: "person",
    note: "roles, invites",
    isListedForAdminsOnly: true,
    load: () => import("../pages/people/PeoplePage.svelte"),
  },
  {
    name: "channels",
    label: "Channels",
    icon: "chat",
    note: "Telegram, Discord, Slack, WhatsApp",
    isListedForAdminsOnly: true,
    load: () => import("../pages/channels/ChannelsPage.svelte"),
  },
  {
    name: "settings",
    label: "Settings",
    icon: "settings",
    load: () => import("../pages/SettingsPage.svelte"),
  },
];

export const loadRoom = () => import("../visit/RoomPage.svelte");

const missing = () => import("../pages/MissingPage.svelte");

/** For a route's name; null and names of no page lead to the page that says so. */
export function loaderOf(name: string | null): Page["load"] {
  return pages.find((page) => page.name === name)?.load ?? missing;
}
