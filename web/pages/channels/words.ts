/** Texts of the channels page. */

import type { ChannelState, Policy } from "../../api/people/channels.ts";
import { t } from "../../words/t.ts";

export const POLICY_WORDS: Record<Policy, { label: string; note: string }> = {
  closed: { label: t("Closed"), note: t("Answers only people with a linked chat account.") },
  pairing: {
    label: t("By code"),
    note: t("Strangers get a code to link themselves, or for you to let them in."),
  },
  allowlist: { label: t("Listed"), note: t("Also answers the senders listed below, as guests.") },
  open: { label: t("Open"), note: t("Anyone gets an answer, as a guest, at your expense.") },
};

export const GROUP_RULES = [
  { value: "closed", label: t("Linked members only") },
  { value: "allowlist", label: t("Listed senders too") },
  { value: "open", label: t("Everyone in it") },
] as const;

export const SENDER_RULES = [
  { value: "listed", label: t("Listed") },
  { value: "blocked", label: t("Blocked") },
] as const;

/** The channel's name, with the account when there are several. */
export function botName({ label, account }: Pick<ChannelState, "label" | "account">): string {
  return account === "" ? label : `${label}, ${account}`;
}
