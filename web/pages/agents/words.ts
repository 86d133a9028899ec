/** What the settings of an agent are called to people. */
import type { AgentVersion, FieldChange } from "../../api/agents/agents.ts";

const FIELDS: Record<string, string> = {
  name: "Name",
  role: "Role",
  instructions: "Instructions",
  models: "Models",
  models_by_source: "Models",
  fast_model: "Quick model",
  temperature: "Temperature",
  tools: "Tool",
  skills: "Skills",
  memory: "Memory",
  voice: "Voice",
  keywords: "Keywords",
  owner: "Whose it is",
  audience: "Who may talk to it",
  conductor: "Conductor",
  picture: "Picture",
  color: "Colour",
  "limits.max_steps": "Steps in one answer",
  "limits.max_output_tokens": "Tokens of one reply",
  "limits.at_token_limit": "At that limit",
  "limits.steering": "What is said meanwhile",
  "limits.compact_at_tokens": "Summarise from",
  "limits.max_input_chars": "Characters of a message",
  "limits.messages_per_day": "Messages a day",
  "limits.spend_per_day_usd": "Dollars a day",
  "limits.spend_per_month_usd": "Dollars a month",
  "context.full": "Files for people",
  "context.operational": "Files for the system",
};

/** For example `Tool web_fetch`. */
export function fieldName(field: string): string {
  const known = FIELDS[field];
  if (known !== undefined) return known;
  const dot = field.indexOf(".");
  const [group, key] = [field.slice(0, dot), field.slice(dot + 1)];
  return group === "models_by_source" ? `Models for ${key}` : `${FIELDS[group] ?? group} ${key}`;
}

export function changeWords({ change, restored_from, changed }: AgentVersion): string {
  const what = [...new Set(changed.map(fieldName))].join(", ");
  switch (change) {
    case "loaded":
      return "Came with Nightjar";
    case "created":
      return "Made";
    case "edited":
      return `Changed: ${what}`;
    case "restored":
      return `Version ${restored_from} was brought back`;
  }
}

export function valueWords(value: FieldChange["before"]): string {
  if (value === null || value === "") return "not set";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export const SOURCES = [
  { value: "system", label: "The system: schedules and jobs" },
  { value: "web", label: "This app" },
  { value: "http", label: "Programs, over HTTP" },
  { value: "cli", label: "The command line" },
  { value: "telegram", label: "Telegram" },
  { value: "discord", label: "Discord" },
  { value: "slack", label: "Slack" },
  { value: "whatsapp", label: "WhatsApp" },
  { value: "conversation", label: "Other agents" },
] as const;
