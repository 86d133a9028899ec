/** Texts about automations and their runs. */
import type { Automation, AutomationRun } from "../../api/automations.ts";
import { catalog } from "../../session/catalog.svelte.ts";
import { modelName, money } from "../../ui/format.ts";
import type { Tone } from "../../ui/kit/State.svelte";
import type { IconName } from "../../ui/pictures/icons.ts";
import { locale } from "../../words/language.ts";
import { shippedText } from "../../words/server-text.ts";
import { t } from "../../words/t.ts";
import { whenOf, whenWords } from "../schedules/when.ts";

export const KINDS: Record<Automation["kind"], { label: string; icon: IconName }> = {
  schedule: { label: t("Schedule"), icon: "clock" },
  heartbeat: { label: t("Heartbeat"), icon: "live" },
  reminder: { label: t("Reminder"), icon: "inbox" },
  hook: { label: t("Incoming hook"), icon: "link" },
  webhook: { label: t("Outgoing webhook"), icon: "out" },
  job: { label: t("Background job"), icon: "jobs" },
  backup: { label: t("Backup"), icon: "archive" },
};

export const STATES: Record<AutomationRun["state"], { tone: Tone; words: string }> = {
  waiting: { tone: "idle", words: t("Waiting") },
  running: { tone: "busy", words: t("Running") },
  succeeded: { tone: "good", words: t("Succeeded") },
  failed: { tone: "bad", words: t("Failed") },
  stopped: { tone: "idle", words: t("Stopped") },
  skipped: { tone: "idle", words: t("Skipped") },
};

/** Names of the work on backups; other jobs are named by their kind, and all else by its owner. */
const BACKUPS: Record<string, string> = {
  backup: t("Backup of the instance"),
  drill: t("Backup drill"),
};

const RECURRENCES = {
  hour: t("Every hour"),
  day: t("Every day"),
  week: t("Every week"),
  conversation: t("After conversations"),
  file: t("When files change"),
  promise: t("When a promise is due"),
} as const;

const TRIGGERS = {
  request: t("When another service calls"),
  event: t("When something happens here"),
  outside: t("Started from outside"),
} as const;

export function nameOf({ kind, id, name }: Automation): string {
  if (kind === "backup") return BACKUPS[id] ?? name;
  return kind === "job" ? shippedText(name) : name;
}

export function occasionWords({ occasion }: Automation): string {
  switch (occasion.type) {
    case "timing":
      return whenWords(whenOf(occasion));
    case "once":
      return t("Once");
    case "recurrence":
      return RECURRENCES[occasion.each];
    case "trigger":
      return TRIGGERS[occasion.by];
  }
}

/** Empty: the default agent, or none works on it. */
export function agentOf({ agent }: Automation): string {
  return agent === null ? "" : catalog.nameOf(agent);
}

/** Date and time in the reader's time zone. */
export function timeWords(at: string): string {
  return new Date(at).toLocaleString(locale, {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
}

export function hasRuns({ runs, last }: Automation): boolean {
  return last !== null || (runs ?? 0) > 0;
}

/** Empty: nothing is known, or it cost nothing. */
export function costWords({ cost_usd }: Pick<AutomationRun, "cost_usd">): string {
  return cost_usd === null || cost_usd === 0 ? "" : money(cost_usd);
}

export function modelWords({ models }: Pick<AutomationRun, "models">): string {
  return models.map(modelName).join(", ");
}

export interface AutomationGroup {
  title: string;
  items: Automation[];
}

/** A person's own first, then the instance's; groups without any are left out. */
export function groupsOf(items: readonly Automation[]): AutomationGroup[] {
  const groups = [
    { title: t("Schedules and reminders"), items: items.filter(({ kind }) => TIMED.includes(kind)) },
    { title: t("Hooks"), items: items.filter(({ kind }) => kind === "hook" || kind === "webhook") },
    { title: t("Memory and other jobs"), items: items.filter((one) => one.kind === "job" && one.is_own) },
    { title: t("This instance"), items: items.filter(({ is_own }) => !is_own) },
  ];
  return groups.filter((group) => group.items.length > 0);
}

const TIMED: readonly Automation["kind"][] = ["schedule", "heartbeat", "reminder"];
