/** Fetch for services that are connected: an address that was typed into the app goes through the guard. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import { hostAndPort } from "../guard/screen.ts";
import { textIn } from "./effective-settings.ts";

interface ServiceFetchDeps {
  /** The settings file: what it names is the operator's own. */
  env: object;
  /** Settings as they hold now. */
  settings(): object;
  guard: Pick<GuardedFetch, "fetch">;
  /** A guard that also lets this host through, as `host:port`; cloud metadata stays refused. */
  guardFor(host: string): Pick<GuardedFetch, "fetch">;
  plain(url: string, init: RequestInit): Promise<Response>;
}

/** Setting by which the operator allows this address on their own network. */
export const OWN_NETWORK = "SEARXNG_OWN_NETWORK";

export function serviceFetch({ env, settings, guard, guardFor, plain }: ServiceFetchDeps) {
  /** The address that was typed into the app, if this is one of it. */
  const typed = (url: string): URL | undefined => {
    const entered = textIn(env, "SEARXNG_URL") === undefined ? textIn(settings(), "SEARXNG_URL") : undefined;
    const address = entered === undefined ? null : URL.parse(entered);
    return address && URL.parse(url)?.origin === address.origin ? address : undefined;
  };
  return (url: string, init: RequestInit): Promise<Response> => {
    const address = typed(url);
    if (!address) return plain(url, init);
    const isOwnNetwork = textIn(settings(), OWN_NETWORK) === "true";
    return (isOwnNetwork ? guardFor(hostAndPort(address)) : guard).fetch(url, init);
  };
}
