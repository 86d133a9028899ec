/** Names of an agent's settings for people. */

import { CHAT_NAMES, CHAT_PLATFORMS } from "../../../src/domain/chat-platforms.ts";
import { t } from "../../words/t.ts";

const FIELDS: Record<string, string> = {
  name: t("Name"),
  role: t("Role"),
  instructions: t("Instructions"),
  models: t("Models"),
  models_by_source: t("Models"),
  fast_model: t("Quick model"),
  temperature: t("Temperature"),
  tools: t("Tool"),
  skills: t("Skills"),
  memory: t("Memory"),
  recall_style: t("How memories are given to it"),
  voice: t("Voice"),
  keywords: t("Keywords"),
  owner: t("Whose it is"),
  audience: t("Who may talk to it"),
  conductor: t("Conductor"),
  picture: t("Picture"),
  color: t("Colour"),
  "limits.max_steps": t("Steps in one answer"),
  "limits.max_output_tokens": t("Tokens of one reply"),
  "limits.at_token_limit": t("At that limit"),
  "limits.steering": t("What is said meanwhile"),
  "limits.compact_at_tokens": t("Summarise from"),
  "limits.max_input_chars": t("Characters of a message"),
  "limits.messages_per_day": t("Messages a day"),
  "limits.spend_per_day_usd": t("Dollars a day"),
  "limits.spend_per_month_usd": t("Dollars a month"),
  "context.full": t("Files for people"),
  "context.operational": t("Files for the system"),
};

/** For example `Tool web_fetch`. */
export function fieldName(field: string): string {
  const known = FIELDS[field];
  if (known !== undefined) return known;
  const dot = field.indexOf(".");
  const [group, key] = [field.slice(0, dot), field.slice(dot + 1)];
  return group === "models_by_source" ? t("Models for {key}", { key }) : `${FIELDS[group] ?? group} ${key}`;
}

export const SOURCES = [
  { value: "system", label: t("The system: schedules and jobs") },
  { value: "web", label: t("This app") },
  { value: "http", label: t("Programs, over HTTP") },
  { value: "cli", label: t("The command line") },
  ...CHAT_NAMES.map((value) => ({ value, label: CHAT_PLATFORMS[value] })),
  { value: "conversation", label: t("Other agents") },
] as const;
