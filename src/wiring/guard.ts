/** The guarded fetch of this process. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import { createGuardedFetch } from "../guard/guarded-fetch.ts";
import { createDohResolver, DEFAULT_DOH_URL } from "../guard/resolve.ts";
import { parseAllowHosts } from "../guard/screen.ts";

export interface GuardSettings {
  FETCH_ALLOW_HOSTS?: string | undefined;
  DNS_OVER_HTTPS_URL?: string | undefined;
}

export function buildGuard(settings: GuardSettings): GuardedFetch {
  const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
  const url = settings.DNS_OVER_HTTPS_URL ?? DEFAULT_DOH_URL;
  return createGuardedFetch({
    fetch: plainFetch,
    allow_hosts: parseAllowHosts(settings.FETCH_ALLOW_HOSTS),
    resolve: createDohResolver({ fetch: plainFetch, now: () => Date.now(), url }),
  });
}
