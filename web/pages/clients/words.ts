/** Texts about clients: names, kinds and spending. */
import type { Bot, Client } from "../../api/clients.ts";
import { money } from "../../ui/format.ts";
import { t } from "../../words/t.ts";

export const KINDS: Readonly<Record<Client["kind"], string>> = {
  organisation: t("Organisation"),
  person: t("Person"),
};

export function botName({ channel, account }: Bot): string {
  const name = channel.charAt(0).toUpperCase() + channel.slice(1);
  return account === "" ? name : `${name} (${account})`;
}

/** Its spending, with the limit if there is one. */
export function spending(client: Client): string {
  const { spend_per_day_usd: day, spend_per_month_usd: month } = client;
  const [today, thisMonth] = [money(client.spent_today_usd), money(client.spent_this_month_usd)];
  const parts = [
    month === null
      ? t("{spent} this month", { spent: thisMonth })
      : t("{spent} of {limit} this month", { spent: thisMonth, limit: money(month) }),
    ...(day === null ? [] : [t("{spent} of {limit} today", { spent: today, limit: money(day) })]),
  ];
  return parts.join(" · ");
}

/** A slug made from the name. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}
