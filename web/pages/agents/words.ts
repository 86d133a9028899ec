/** Names of an agent's settings, and of what answers in it, for people. */

import { CHAT_NAMES, CHAT_PLATFORMS } from "../../../src/domain/chat-platforms.ts";
import { AGENT_FIELDS, type Audience } from "../../../src/domain/fields/agent.ts";
import type { ModelSummary } from "../../api/instance.ts";
import { modelName } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";
import { settingName } from "../editor/setting-name.ts";

/** Name of a field, such as `Tool web_fetch`. */
export function fieldName(field: string): string {
  const [, key] = /^models_by_source\.(.*)$/.exec(field) ?? [];
  return key === undefined ? settingName(AGENT_FIELDS, field) : t("Models for {key}", { key });
}

export const SOURCES = [
  { value: "system", label: t("The system: schedules and jobs") },
  { value: "web", label: t("This app") },
  { value: "http", label: t("Programs, over HTTP") },
  { value: "cli", label: t("The command line") },
  ...CHAT_NAMES.map((value) => ({ value, label: CHAT_PLATFORMS[value] })),
  { value: "conversation", label: t("Other agents") },
] as const;

/** Told to somebody who is about to delete an agent. */
export const REMOVAL = t(
  "Deletes the agent and all its versions. Its conversations stay and continue with the default agent.",
);

/** Name of the model that answers first. */
export function modelWords(
  { models: [first] }: { models: readonly string[] },
  all: readonly ModelSummary[],
): string {
  if (first === undefined) return t("Default");
  return all.find(({ id }) => id === first)?.name ?? modelName(first);
}

export function audienceWords({ audience, owner }: { audience: Audience; owner: string | null }): string {
  if (audience === "people") return t("All members");
  if (audience === "everyone") return t("Guests too");
  if (audience.length > 0) return plural(audience.length, ["{n} person", "{n} people"]);
  return owner === null ? t("Admins") : t("Its owner");
}
