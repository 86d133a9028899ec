/** Shared links in words, and what can be done with one. */
import { revokeSharedLink, type SharedLink, updateSharedLink } from "../../api/conversations/shared-links.ts";
import { day } from "../../ui/format.ts";
import type { ItemList } from "../../ui/kit/item-list.svelte.ts";
import type { MenuItem } from "../../ui/overlays/Menu.svelte";
import { plural, t } from "../../words/t.ts";

export const LIVES = [
  { value: "day", label: t("1 day") },
  { value: "week", label: t("1 week") },
  { value: "month", label: t("1 month") },
  { value: "never", label: t("Never") },
] as const;

export type Life = (typeof LIVES)[number]["value"];

export function linkNote(link: SharedLink): string {
  const whole = plural(link.messages, ["{n} message", "{n} messages"]);
  return [
    link.message_id === null ? whole : t("One answer"),
    link.include_tools && t("tool activity"),
    link.include_files && t("files"),
    link.include_names && t("names"),
    t("updated {date}", { date: day(Date.parse(link.updated_at)) }),
    link.expires_at === null
      ? t("never expires")
      : t("expires {date}", { date: day(Date.parse(link.expires_at)) }),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

export function linkMenu({ id }: SharedLink, links: ItemList<SharedLink>): MenuItem[] {
  return [
    {
      label: t("Update link"),
      icon: "refresh",
      run: () => void links.after(updateSharedLink(id), t("The link now shows what stands here.")),
    },
    {
      label: t("Revoke"),
      icon: "trash",
      danger: true,
      run: () => void links.after(revokeSharedLink(id), t("Link revoked.")),
    },
  ];
}
