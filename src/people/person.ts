/** A person, as the house knows them. */
import type { Role } from "../domain/principal.ts";

export { isClient } from "../domain/principal.ts";

/** The instance's first person, whom `ADMIN_TOKEN` speaks for. All that was there before others came is keyed by it. */
export const FIRST_PERSON = "admin";

export interface Person {
  /** `psn_`, or `FIRST_PERSON`; of a client `clt_`. */
  id: string;
  /** null: they do not sign in by a name. */
  username: string | null;
  name: string;
  role: Role;
  /** ms since the epoch, as all times here. */
  created_at: number;
  updated_at: number;
  /** From then on nothing of theirs signs in; null while they may. */
  disabled_at: number | null;
}

/** What may be changed of somebody; what is absent stays. */
export interface PersonChange {
  username?: string | null;
  /** Whether an admin gives the username. Absent: its person chooses it. */
  username_given?: boolean;
  name?: string;
  role?: Role;
  disabled?: boolean;
}

/**
 * Letters of a to z only, so that nobody can look like somebody else by a letter of another script. Addresses are names too:
 * a proxy that signs people in often knows them by theirs.
 */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,98}[A-Za-z0-9]$/;
export const USERNAME_RULE = "2 to 100 of a to z, digits and . _ - @ +, with a letter or digit at both ends";

/** Whether it may be somebody's address, which whoever likes could take. */
export function isAddress(username: string): boolean {
  return username.includes("@");
}

/** Whether the change takes an admin's rights away: allowed while another active admin is there. */
export function takesAdminAway({ role, disabled }: PersonChange): boolean {
  return disabled === true || (role !== undefined && role !== "admin");
}
