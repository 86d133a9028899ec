/** Who may write by a channel: the policy of its account, of a group, and the list of senders. Pure. */
import type { Role } from "../../domain/principal.ts";

export const ACCESS_POLICIES = ["closed", "pairing", "allowlist", "open"] as const;
/**
 * Of an account. `closed`: whoever is linked with a person here. `pairing`: a stranger's direct message is answered by a
 * code. `allowlist`: also who is on its list. `open`: anybody, as a guest.
 */
export type AccessPolicy = (typeof ACCESS_POLICIES)[number];

export const GROUP_POLICIES = ["closed", "allowlist", "open"] as const;
/** Of a group, and of nobody's direct messages. */
export type GroupPolicy = (typeof GROUP_POLICIES)[number];

/** What has been said in the app of one account, one group and one sender; null: nothing. */
export interface AccessRules {
  account: AccessPolicy | null;
  group: GroupPolicy | null;
  sender: "listed" | "blocked" | null;
}

export const NO_RULES: AccessRules = { account: null, group: null, sender: null };

export interface Asking {
  is_group: boolean;
  /** Of the person with whom the sender is linked; absent: a stranger. */
  role?: Role | undefined;
  /** Of the account, where the app says nothing else. */
  setting: AccessPolicy;
  rules: AccessRules;
}

/** `linked`: as the person they are. `guest`: as a guest of the host. `pair`: not yet, and they are offered a code. */
export type Access = "linked" | "guest" | "pair" | "refused";

export function accessOf(asking: Asking): Access {
  if (asking.rules.sender === "blocked") return "refused";
  return asking.is_group ? inGroup(asking) : direct(asking);
}

function direct({ role, setting, rules }: Asking): Access {
  if (role !== undefined) return "linked";
  const policy = rules.account ?? setting;
  if (policy === "open") return "guest";
  const isListed = rules.sender === "listed" && policy !== "closed";
  if (isListed) return "guest";
  return policy === "pairing" ? "pair" : "refused";
}

/** What holds in a group. */
export function groupPolicyOf({ setting, rules }: Pick<Asking, "setting" | "rules">): GroupPolicy {
  return rules.group ?? ((rules.account ?? setting) === "open" ? "open" : "closed");
}

/** Who was paired as a guest has no rights in a group by that: there the group's own policy lets them in, or nobody does. */
function inGroup({ role, setting, rules }: Asking): Access {
  if (role === "admin" || role === "member") return "linked";
  const policy = groupPolicyOf({ setting, rules });
  const isIn = policy === "open" || (policy === "allowlist" && rules.sender === "listed");
  if (!isIn) return "refused";
  return role === undefined ? "guest" : "linked";
}

/** The group of a thread: itself, and what comes before its topic. */
export function groupsOf(thread: string): string[] {
  const [whole = ""] = thread.split(/[:/]/);
  return [...new Set([thread, whole])];
}
