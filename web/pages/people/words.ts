/** What roles and states of invites are called. */
import type { Invite, Role } from "../../api/people/people.ts";

export const ROLE_WORDS: Record<Role, { label: string; article: string; note: string }> = {
  admin: {
    label: "Admin",
    article: "an admin",
    note: "Runs this Nightjar: people, agents, models and keys.",
  },
  member: { label: "Member", article: "a member", note: "Has conversations, memory and files of their own." },
  guest: { label: "Guest", article: "a guest", note: "Reads and writes only where somebody added them." },
};

export function inviteWords({ state, uses, max_uses, expires_at }: Invite): string {
  const used = max_uses === 1 ? "" : `${uses} of ${max_uses} used`;
  const until =
    expires_at === null
      ? ""
      : `until ${new Date(expires_at).toLocaleDateString(undefined, { dateStyle: "medium" })}`;
  const standing = {
    open: until,
    used_up: max_uses === 1 ? "Used" : "",
    expired: "Expired",
    disabled: "Disabled",
  }[state];
  return [standing, used].filter((part) => part !== "").join(" · ");
}
