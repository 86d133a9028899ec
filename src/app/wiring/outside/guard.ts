/** The guarded fetch of this process. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { createGuardedFetch } from "../../../guard/guarded-fetch.ts";
import { byAllOf, createDohResolver, DEFAULT_DOH_URL } from "../../../guard/resolve.ts";
import { parseAllowHosts } from "../../../guard/screen.ts";

export interface GuardSettings {
  FETCH_ALLOW_HOSTS?: string | undefined;
  DNS_OVER_HTTPS_URL?: string | undefined;
  SYSTEM_DNS_URL?: string | undefined;
}

/** `confirmed`: exceptions that an operator has confirmed in the app, as `host:port`. */
export function buildGuard(settings: GuardSettings, confirmed?: () => readonly string[]): GuardedFetch {
  const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
  const urls = [settings.DNS_OVER_HTTPS_URL ?? DEFAULT_DOH_URL, settings.SYSTEM_DNS_URL ?? []].flat();
  const now = () => Date.now();
  return createGuardedFetch({
    fetch: plainFetch,
    allow_hosts: parseAllowHosts(settings.FETCH_ALLOW_HOSTS),
    ...(confirmed && { confirmed_hosts: confirmed }),
    resolve: byAllOf(urls.map((url) => createDohResolver({ fetch: plainFetch, now, url }))),
  });
}
