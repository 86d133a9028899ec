/** How often somebody may try a secret, by where they are and what they try. Pure. */
import type { Allowance } from "../../../domain/time/rate-limiter.ts";
import type { CountedTry } from "../../../storage/d1/people/tries.ts";
import { networkOf } from "./network.ts";

/** What is tried: a password of a name, as it was typed, or a secret that names nobody. */
export type TrySubject = { name: string } | { secret: "invite code" | "ADMIN_TOKEN" | "reset link" };

const QUARTER_HOUR = 15 * 60;
/** One address at one name: a person who has forgotten. */
const TRIES_HERE: Allowance = { most: 10, seconds: QUARTER_HOUR };
/** A name from everywhere: guessing by many machines. It must not lock its person out by a few tries of a stranger. */
const TRIES_BY_NAME: Allowance = { most: 50, seconds: QUARTER_HOUR };
/** An address at all names: the same password for everybody. */
const TRIES_BY_ADDRESS: Allowance = { most: 30, seconds: QUARTER_HOUR };
/** A name where nobody can tell from where: its person and all others share these. */
const TRIES_ALONE: Allowance = { most: 20, seconds: QUARTER_HOUR };
/**
 * A kind of secret where nobody can tell from where. All share these, so a pace and no lock: after a burst one try every three
 * seconds, of secrets that have 78 bits and more (the ADMIN_TOKEN 16 characters at least).
 */
const TRIES_OF_KIND: Allowance = { most: 20, seconds: 60 };

/**
 * The address of whoever asks, of IPv6 its network, as a header says that only the platform or a proxy in front can have
 * written; undefined: there is none such, and nobody can tell.
 */
export function addressIn(headers: Headers, header: string | undefined): string | undefined {
  const address = header === undefined ? null : headers.get(header);
  return address === null || address === "" ? undefined : networkOf(address);
}

/** What one try is counted as. Where addresses are not known a stranger's mistakes count for what they tried, and for nobody else. */
export function countedAs(address: string | undefined, tried: TrySubject): CountedTry[] {
  const name = "name" in tried ? tried.name.trim().toLowerCase() : "";
  if (address === undefined) {
    return "secret" in tried
      ? [{ name: `kind:${tried.secret}`, allowance: TRIES_OF_KIND }]
      : [{ name: `alone:${name}`, allowance: TRIES_ALONE }];
  }
  return [
    { name: `here:${address}:${name}`, allowance: TRIES_HERE },
    { name: `address:${address}`, allowance: TRIES_BY_ADDRESS },
    ...("name" in tried ? [{ name: `name:${name}`, allowance: TRIES_BY_NAME }] : []),
  ];
}
