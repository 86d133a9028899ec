/** A person, as the house knows them. */
import type { Role } from "../domain/principal.ts";

export { isClient } from "../domain/principal.ts";

/**
 * The instance's first person, whom `ADMIN_TOKEN` acts as. Data from before there were others is keyed by it.
 */
export const FIRST_PERSON = "admin";

export interface Person {
  /** `psn_`, or `FIRST_PERSON`; `clt_` for a client. */
  id: string;
  /** Null: they do not sign in with a username. */
  username: string | null;
  name: string;
  role: Role;
  /** ms since the epoch, as all times here. */
  created_at: number;
  updated_at: number;
  /** Time from which all their sign-ins and keys are refused; null: active. */
  disabled_at: number | null;
}

/** A partial change; absent fields stay. */
export interface PersonChange {
  username?: string | null;
  /** Whether an admin gives the username. Absent: the person chooses it. */
  username_given?: boolean;
  name?: string;
  role?: Role;
  disabled?: boolean;
}

/**
 * Letters of a to z only, so that no letter of another script can imitate somebody's name. Addresses are
 * allowed: a proxy that signs people in often knows them by theirs.
 */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,98}[A-Za-z0-9]$/;
export const USERNAME_RULE = "2 to 100 of a to z, digits and . _ - @ +, with a letter or digit at both ends";

/** Whether it may be an e-mail address, which anybody could otherwise claim as a username. */
export function isAddress(username: string): boolean {
  return username.includes("@");
}

/** Whether the change removes an admin's rights: allowed only while another active admin exists. */
export function takesAdminAway({ role, disabled }: PersonChange): boolean {
  return disabled === true || (role !== undefined && role !== "admin");
}
