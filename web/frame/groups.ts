/** The list of conversations, grouped by the time of their last message. */

import type { ConversationSummary } from "../../src/channels/web/wire.ts";
import { locale } from "../words/language.ts";
import { t } from "../words/t.ts";

export interface Group {
  name: string;
  items: ConversationSummary[];
}

const DAY = 86_400_000;

/** `now` in ms since the epoch; days are in the reader's zone. Keeps the order within a group. */
export function groupsOf(items: readonly ConversationSummary[], now: number): Group[] {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const groups = new Map<string, ConversationSummary[]>();
  const pinned = items.filter((item) => item.pinned);
  if (pinned.length > 0) groups.set(t("Pinned"), pinned);
  for (const item of items) {
    if (item.pinned) continue;
    const name = nameOf(Date.parse(item.updated_at), today);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].map(([name, members]) => ({ name, items: members }));
}

function nameOf(at: number, today: number): string {
  if (at >= today) return t("Today");
  if (at >= today - DAY) return t("Yesterday");
  if (at >= today - 6 * DAY) return t("Past seven days");
  if (at >= today - 29 * DAY) return t("Past thirty days");
  return new Date(at).toLocaleDateString(locale, { month: "long", year: "numeric" });
}
