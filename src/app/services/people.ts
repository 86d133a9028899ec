/** Who there is, how they sign in, and what they may keep. */

import type { Principal } from "../../domain/principal.ts";
import type { RateLimiter } from "../../domain/time/rate-limiter.ts";
import type { Passwords } from "../../people/passwords/hash.ts";
import type { PreferenceCache } from "../../people/preference-cache.ts";
import type { SwrCache } from "../../platform/swr-cache.ts";
import type { Push } from "../../push/push.ts";
import type { QuotaEnforcer } from "../../quotas/quota-enforcer.ts";
import type { Access } from "../../storage/d1/people/access.ts";
import type { People } from "../../storage/d1/people/people.ts";
import type { Tries } from "../../storage/d1/people/tries.ts";
import { group } from "./group.ts";

/** Who has a conversation in their lists. */
export interface Reader {
  /** Of the conversation. */
  id: string;
  person: string;
}

/** To the open apps of people. Returns at once: nothing ever waits for it, and it never throws. */
export interface News {
  /** These conversations have changed in their lists; none: only what waits for them has. */
  tell(people: readonly string[], conversations: readonly string[]): void;
  /** The same, of whoever is found to have each in their lists. */
  tellLater(readers: readonly Reader[] | Promise<readonly Reader[]>): void;
}

/** Open sockets and streams of people. */
export interface Presence {
  /**
   * Makes a change of what a person may do, be it a role, a session or a key. What they have open looks again at who they
   * are, within seconds, though this isolate dies half way. Rejects when the change does.
   */
  changing<T>(person: string, change: () => Promise<T>): Promise<T>;
}

export interface PeopleServices {
  access: Access;
  /** Who there is, and what they prefer. */
  people: People;
  /** What they keep, and how much they may. */
  quotas: Pick<QuotaEnforcer, "usage" | "scheduling" | "scheduled">;
  presence: Presence;
  news: News;
  /** Notifications to the browsers of people. */
  push: Push;
  /** Preferences as turns read them: from memory. */
  preferenceCache: PreferenceCache;
  passwords: Passwords;
  /** Tries at secrets, counted for the whole instance. */
  tries: Tries;
  /** Requests, counted in this isolate. */
  pace: RateLimiter;
  /** Who people are today, by their ids, from memory; undefined: they may not act here (any more). */
  standings: SwrCache<Principal | undefined>;
}

export const PEOPLE = group<PeopleServices>()(
  "access",
  "people",
  "quotas",
  "presence",
  "news",
  "push",
  "preferenceCache",
  "passwords",
  "tries",
  "pace",
  "standings",
);
