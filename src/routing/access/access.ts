/**
 * Decides who may write on a channel: by the policy of its account, of a group, and the list of senders.
 * Pure.
 */
import type { Role } from "../../domain/principal.ts";

export const ACCESS_POLICIES = ["closed", "pairing", "allowlist", "open"] as const;
/**
 * Policy of an account. `closed`: only senders linked with a person here. `pairing`: a stranger's direct
 * message is answered with a code. `allowlist`: listed senders too. `open`: anybody, as a guest.
 */
export type AccessPolicy = (typeof ACCESS_POLICIES)[number];

export const GROUP_POLICIES = ["closed", "allowlist", "open"] as const;
/** Policy of a group; it does not apply to direct messages. */
export type GroupPolicy = (typeof GROUP_POLICIES)[number];

export const SENDER_RULES = ["listed", "blocked"] as const;
/** Rule for one sender, whatever the policy says. */
export type SenderRule = (typeof SENDER_RULES)[number];

/** Rules set in the app for one account, one group and one sender; null: not set. */
export interface AccessRules {
  account: AccessPolicy | null;
  group: GroupPolicy | null;
  sender: SenderRule | null;
}

export const NO_RULES: AccessRules = { account: null, group: null, sender: null };

interface AccessRequest {
  is_group: boolean;
  /** Role of the person with whom the sender is linked; absent: a stranger. */
  role?: Role | undefined;
  /** The account's policy, unless the app sets another. */
  setting: AccessPolicy;
  rules: AccessRules;
}

/**
 * `linked`: the sender acts as the linked person. `guest`: as a guest of the host. `pair`: they are refused
 * and offered a code.
 */
export type Access = "linked" | "guest" | "pair" | "refused";

export function accessOf(asking: AccessRequest): Access {
  if (asking.rules.sender === "blocked") return "refused";
  return asking.is_group ? inGroup(asking) : direct(asking);
}

function direct({ role, setting, rules }: AccessRequest): Access {
  if (role !== undefined) return "linked";
  const policy = rules.account ?? setting;
  if (policy === "open") return "guest";
  const isListed = rules.sender === "listed" && policy !== "closed";
  if (isListed) return "guest";
  return policy === "pairing" ? "pair" : "refused";
}

/** The policy in effect for a group. */
export function groupPolicyOf({ setting, rules }: Pick<AccessRequest, "setting" | "rules">): GroupPolicy {
  return rules.group ?? ((rules.account ?? setting) === "open" ? "open" : "closed");
}

/** A sender paired as a guest gains no rights in groups: only the group's own policy lets them in. */
function inGroup({ role, setting, rules }: AccessRequest): Access {
  if (role === "admin" || role === "member") return "linked";
  const policy = groupPolicyOf({ setting, rules });
  const isIn = policy === "open" || (policy === "allowlist" && rules.sender === "listed");
  if (!isIn) return "refused";
  return role === undefined ? "guest" : "linked";
}

/** The rules' keys for a thread: the thread itself, and its group without the topic. */
export function groupsOf(thread: string): string[] {
  const [whole = ""] = thread.split(/[:/]/);
  return [...new Set([thread, whole])];
}
