/** Models that a provider's accounts reach, as far as they were asked. */
import type { Account, AccountSnapshot } from "./accounts.ts";

/** Undefined when one of them was never asked: then no model is known to be out of reach. */
export function reachedBy(accounts: readonly Account[], { reaches }: AccountSnapshot): string[] | undefined {
  const lists = accounts.map(({ id }) => reaches?.get(id));
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

const SAME = /^$|^-\d{4,8}(-\d\d){0,2}$|^[:-]latest$/;

/** Providers list a model under its dated name too, or under that alone. */
export function isAmong(wire_id: string, reached: readonly string[]): boolean {
  return reached.some((id) => id.startsWith(wire_id) && SAME.test(id.slice(wire_id.length)));
}

/**
 * Accounts that may reach the model: where several servers share a provider, those whose lists lack it are left out. All
 * of them when none is known to reach it, since lists are not always whole.
 */
export function reachingOf(
  accounts: readonly Account[],
  wire_id: string,
  { reaches }: AccountSnapshot,
): readonly Account[] {
  if (accounts.length < 2) return accounts;
  const listed = accounts.filter(({ id }) => isAmong(wire_id, reaches?.get(id) ?? []));
  return listed.length > 0
    ? accounts.filter((one) => listed.includes(one) || !reaches?.has(one.id))
    : accounts;
}
