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
