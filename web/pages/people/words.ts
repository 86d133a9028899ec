/** Names of roles, and of states of invites. */

import type { Role } from "../../../src/domain/principal.ts";
import type { Invite } from "../../api/people/people.ts";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

export const ROLE_WORDS: Record<Role, { label: string; article: string; note: string }> = {
  admin: {
    label: t("Admin"),
    article: t("an admin"),
    note: t("Manages this Nightjar: people, agents, models and keys."),
  },
  member: {
    label: t("Member"),
    article: t("a member"),
    note: t("Has their own conversations, memory and files."),
  },
  guest: {
    label: t("Guest"),
    article: t("a guest"),
    note: t("Reads and writes only in conversations shared with them."),
  },
};

export function inviteWords({ state, uses, max_uses, expires_at }: Invite): string {
  const used = max_uses === 1 ? "" : t("{uses} of {max_uses} used", { uses, max_uses });
  const until =
    expires_at === null
      ? ""
      : t("until {day}", {
          day: new Date(expires_at).toLocaleDateString(locale, { dateStyle: "medium" }),
        });
  const standing = {
    open: until,
    used_up: max_uses === 1 ? t("Used") : "",
    expired: t("Expired"),
    disabled: t("Disabled"),
  }[state];
  return [standing, used].filter((part) => part !== "").join(" · ");
}
