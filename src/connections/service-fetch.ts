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

/** Addresses of servers that may stand on the operator's own network, each with the setting by which they allowed it. */
export const OWN_NETWORK: Readonly<Record<string, string>> = {
  SEARXNG_URL: "SEARXNG_OWN_NETWORK",
  TRANSCRIPTION_SERVER_URL: "TRANSCRIPTION_SERVER_OWN_NETWORK",
  SPEECH_SERVER_URL: "SPEECH_SERVER_OWN_NETWORK",
};

export function serviceFetch({ env, settings, guard, guardFor, plain }: ServiceFetchDeps) {
  /** The address that was typed into the app, if this is one of it. */
  const typed = (url: string) => {
    const origin = URL.parse(url)?.origin;
    for (const [name, allowance] of Object.entries(OWN_NETWORK)) {
      const entered = textIn(env, name) === undefined ? textIn(settings(), name) : undefined;
      const address = entered === undefined ? null : URL.parse(entered);
      if (address && address.origin === origin) return { address, allowance };
    }
    return undefined;
  };
  return (url: string, init: RequestInit): Promise<Response> => {
    const found = typed(url);
    if (!found) return plain(url, init);
    const isOwnNetwork = textIn(settings(), found.allowance) === "true";
    return (isOwnNetwork ? guardFor(hostAndPort(found.address)) : guard).fetch(url, init);
  };
}
