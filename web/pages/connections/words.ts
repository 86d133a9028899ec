/** Texts of the page of connections. */
import type { ConnectionGroup } from "../../../src/domain/fields/connections/connection.ts";
import type { ConnectionState, Health } from "../../api/connections.ts";
import type { ChannelState } from "../../api/people/channels.ts";
import { ago } from "../../ui/format.ts";
import type { Tone } from "../../ui/kit/State.svelte";
import { t } from "../../words/t.ts";

export const GROUP_WORDS: Record<ConnectionGroup, { title: string; note: string }> = {
  chats: {
    title: t("Chat bots"),
    note: t("Talk to your agents where you already chat. Paste a token; Nightjar does the rest."),
  },
  search: {
    title: t("Web search"),
    note: t("Agents search with all you connect, side by side, and merge the results."),
  },
  speech: {
    title: t("Speech services"),
    note: t("Services that transcribe and read aloud. OpenAI does both with its key from the page Models."),
  },
  weather: {
    title: t("Weather"),
    note: t("Agents tell the weather when you ask, or in a daily briefing."),
  },
  other: {
    title: t("Mail"),
    note: t("Create a webhook on the page Hooks to give an agent its own mail address."),
  },
};

/** Other pages on which something is connected. */
export const ELSEWHERE = [
  {
    href: "/models",
    title: t("Models"),
    note: t("Answers, pictures, speech and transcription, by one key per provider."),
  },
  {
    href: "/tools",
    title: t("MCP servers"),
    note: t("Tools of other services, with sign-in where they need it."),
  },
] as const;

export interface StateWords {
  tone: Tone;
  words: string;
}

/** `health`: undefined while it is asked. */
export function stateOf({ state }: ConnectionState, health: Health | undefined): StateWords {
  if (state === "not_set") return { tone: "idle", words: t("Not set") };
  if (health?.status === "broken") return { tone: "bad", words: t("Refused") };
  if (state === "settings") return { tone: "good", words: t("Set in .dev.vars") };
  return { tone: "good", words: t("Connected") };
}

/** Delivery of a bot's messages, in a sentence. */
export function wayIn(label: string, health: Health | undefined, webhook_url: string | null): string {
  if (health?.status !== "ok") return "";
  if (health.is_fetched)
    return t("Nightjar fetches messages from {label}. No public address needed.", { label });
  if (health.webhook === webhook_url) return t("{label} sends messages to this address.", { label });
  if (health.webhook) return t("{label} sends messages to {address}.", { label, address: health.webhook });
  return t("Enter the webhook address below in {label}.", { label });
}

/** Whoever wrote last, in a sentence. */
export function lastHeard(bot: ChannelState | undefined, now: number): string {
  if (!bot || bot.last_inbound_at === null) return t("No messages yet.");
  const when = ago(Date.parse(bot.last_inbound_at), now);
  return bot.last_sender === null
    ? t("Last message {when}.", { when })
    : t("Last message from {name}, {when}.", { name: bot.last_sender, when });
}
