/** Names of an agent's settings, and of the channels that it is reached by, for people. */

import { CHAT_NAMES, CHAT_PLATFORMS } from "../../../src/domain/chat-platforms.ts";
import { AGENT_FIELDS } from "../../../src/domain/fields/agent.ts";
import { t } from "../../words/t.ts";
import { settingName } from "../editor/setting-name.ts";

/** For example `Tool web_fetch`. */
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
