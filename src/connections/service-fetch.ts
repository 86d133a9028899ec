/** Fetch for services that are connected: an address that was typed into the app goes through the guard. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import { textIn } from "./effective-settings.ts";

interface ServiceFetchDeps {
  /** The settings file: what it names is the operator's own. */
  env: object;
  /** Settings as they hold now. */
  settings(): object;
  guard: Pick<GuardedFetch, "fetch">;
  plain(url: string, init: RequestInit): Promise<Response>;
}

/** Says that the operator allowed this address, which may be on their own network. */
export const OWN_NETWORK = "SEARXNG_OWN_NETWORK";

export function serviceFetch({ env, settings, guard, plain }: ServiceFetchDeps) {
  const isTyped = (url: string) => {
    const held = settings();
    const typed = textIn(env, "SEARXNG_URL") === undefined ? textIn(held, "SEARXNG_URL") : undefined;
    if (typed === undefined || textIn(held, OWN_NETWORK) === "true") return false;
    return URL.parse(url)?.origin === URL.parse(typed)?.origin;
  };
  return (url: string, init: RequestInit): Promise<Response> =>
    isTyped(url) ? guard.fetch(url, init) : plain(url, init);
}
