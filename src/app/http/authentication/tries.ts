/** Limits on tries at a secret, by address and by what is tried. Pure. */
import type { Allowance } from "../../../domain/time/rate-limiter.ts";
import type { CountedTry } from "../../../storage/d1/people/tries.ts";
import { networkOf } from "./network.ts";

/** The target of a try: the password of a name, as it was typed, or a secret that names nobody. */
export type TrySubject = { name: string } | { secret: "invite code" | "ADMIN_TOKEN" | "reset link" };

const QUARTER_HOUR = 15 * 60;
/** One address at one name: a person who has forgotten the password. */
const TRIES_HERE: Allowance = { most: 10, seconds: QUARTER_HOUR };
/** One name from all addresses: guessing by many machines. A few tries of a stranger must not lock its person out. */
const TRIES_BY_NAME: Allowance = { most: 50, seconds: QUARTER_HOUR };
/** One address at all names: the same password tried for everybody. */
const TRIES_BY_ADDRESS: Allowance = { most: 30, seconds: QUARTER_HOUR };
/** One name where addresses are unknown: its person and all others share these. */
const TRIES_ALONE: Allowance = { most: 20, seconds: QUARTER_HOUR };
/**
 * One kind of secret where addresses are unknown. All share these, so it is a pace and no lock: after a burst one try every
 * three seconds, at secrets of 78 bits and more (the ADMIN_TOKEN: at least 16 characters).
 */
const TRIES_OF_KIND: Allowance = { most: 20, seconds: 60 };

/**
 * The client's address, or its network for IPv6, from a header that only the platform or a proxy in front can have written;
 * undefined without such a header: the address is unknown.
 */
export function addressIn(headers: Headers, header: string | undefined): string | undefined {
  const address = header === undefined ? null : headers.get(header);
  return address === null || address === "" ? undefined : networkOf(address);
}

/**
 * The counters that one try goes to. Where addresses are unknown, a stranger's mistakes count against what they tried and
 * nothing else.
 */
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
