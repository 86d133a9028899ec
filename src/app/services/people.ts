/** People, their sign-in, and their quotas. */

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

/** A person with a conversation in their lists. */
export interface Reader {
  /** The conversation's id. */
  id: string;
  person: string;
}

/** Tells the open apps of people about changes. Returns at once: nothing waits for delivery, and it never throws. */
export interface News {
  /** Reports conversations that changed in people's lists; with none, only what waits for these people has changed. */
  tell(people: readonly string[], conversations: readonly string[]): void;
  /** Like `tell`, for the people who turn out to have each conversation in their lists. */
  tellLater(readers: readonly Reader[] | Promise<readonly Reader[]>): void;
}

/** Open sockets and streams of people. */
export interface Presence {
  /**
   * Makes a change to a person's rights, be it a role, a session or a key. Their open connections check their rights again
   * within seconds, even if this isolate dies half way. Rejects when the change does.
   */
  changing<T>(person: string, change: () => Promise<T>): Promise<T>;
}

export interface PeopleServices {
  access: Access;
  /** People and their preferences. */
  people: People;
  /** Stored amounts of people, and their quotas. */
  quotas: Pick<QuotaEnforcer, "usage" | "scheduling" | "noteScheduled" | "checkUpload" | "noteUploaded">;
  presence: Presence;
  news: News;
  /** Push notifications to people's browsers. */
  push: Push;
  /** Cache of preferences, which turns read. */
  preferenceCache: PreferenceCache;
  passwords: Passwords;
  /** Counter of tries at secrets, for the whole instance. */
  tries: Tries;
  /** Rate limiter for requests, in this isolate. */
  pace: RateLimiter;
  /** Cache of people's present roles, by their ids; undefined if they may not act here (any more). */
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
