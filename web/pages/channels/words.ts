/** Texts of the channels page. */

import type { ChannelState, Policy } from "../../api/people/channels.ts";
import { t } from "../../words/t.ts";

export const POLICY_WORDS: Record<Policy, { label: string; note: string }> = {
  closed: { label: t("Closed"), note: t("Only people whose chat account is linked are answered.") },
  pairing: { label: t("By code"), note: t("Strangers are told a code, by which they or you let them in.") },
  allowlist: { label: t("Listed"), note: t("Also senders who are listed below, as guests.") },
  open: { label: t("Open"), note: t("Anybody is answered, as a guest, and at your cost.") },
};

export const GROUP_RULES = [
  { value: "closed", label: t("Linked members only") },
  { value: "allowlist", label: t("Listed senders too") },
  { value: "open", label: t("Everybody in it") },
] as const;

export const SENDER_RULES = [
  { value: "listed", label: t("Listed") },
  { value: "blocked", label: t("Blocked") },
] as const;

/** The channel's name, with the account when there are several. */
export function botName({ label, account }: Pick<ChannelState, "label" | "account">): string {
  return account === "" ? label : `${label}, ${account}`;
}

export interface Step {
  title: string;
  isDone: boolean;
  /** An instruction, or what was found. */
  note: string;
}

/** The steps of setting up a bot, with those that are done. */
export function stepsOf(state: ChannelState): Step[] {
  return [settings(state), platform(state), webhook(state), first(state)];
}

function settings({ missing }: ChannelState): Step {
  const note = missing === null ? t("They are set.") : t("To do: {missing}", { missing });
  return { title: t("Settings"), isDone: missing === null, note };
}

function platform({ health, label }: ChannelState): Step {
  const title = t("{label} knows the bot", { label });
  if (health.status === "ok")
    return { title, isDone: true, note: t("It is called {name}.", { name: health.name }) };
  const note = health.status === "broken" ? health.problem : t("It is asked once the settings are there.");
  return { title, isDone: false, note };
}

function webhook({ health, webhook_url, last_inbound_at, label }: ChannelState): Step {
  const title = t("Messages come here");
  if (health.status === "ok" && health.is_fetched)
    return {
      title,
      isDone: true,
      note: t("This instance asks {label} for them; it needs no public address.", { label }),
    };
  const known = health.status === "ok" ? health.webhook : null;
  if (known === "") return { title, isDone: false, note: t("Its messages go nowhere yet.") };
  if (known === webhook_url) return { title, isDone: true, note: webhook_url };
  if (known !== null) return { title, isDone: false, note: t("Its messages go to {known}.", { known }) };
  return {
    title,
    isDone: last_inbound_at !== null,
    note: t("Its webhook is {webhook_url}", { webhook_url }),
  };
}

function first({ last_inbound_at }: ChannelState): Step {
  const note = last_inbound_at === null ? t("Write to the bot.") : t("Something has come.");
  return { title: t("A first message"), isDone: last_inbound_at !== null, note };
}
