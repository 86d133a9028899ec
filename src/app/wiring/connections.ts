/** Connections of this Worker, read beside its first requests. */
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import { serviceFetch } from "../../connections/service-fetch.ts";
import type { Log } from "../../observability/log-port.ts";
import { D1ConnectionStore } from "../../storage/d1/connections/connections.ts";
import type { Database } from "../../storage/d1/database.ts";
import type { Sealer } from "../../storage/d1/models/seal.ts";
import type { House } from "../house.ts";
import { buildGuard, type GuardSettings } from "./outside/guard.ts";

interface ConnectionParts {
  env: object;
  db: Database;
  sealer: Sealer | undefined;
  log: Log;
  now(): number;
}

export function wireConnections({ env, db, sealer, log, now }: ConnectionParts): D1ConnectionStore {
  const onFailure = (problem: unknown) => log.warn("connections_not_read", { problem: String(problem) });
  const connections = new D1ConnectionStore({ env, db, sealer, now, onFailure });
  // Begun with the house, so that the first turn does not wait for it.
  connections.settings();
  return connections;
}

interface ServiceFetchParts {
  env: object;
  settings: GuardSettings;
  guard: GuardedFetch;
}

export function wireServiceFetch({ env, settings: filed, guard }: ServiceFetchParts): House["serviceFetch"] {
  const plain = (url: string, init: RequestInit) => fetch(url, init);
  const guardFor = (host: string) => buildGuard(filed, () => [host]);
  return (settings) => serviceFetch({ env, guard, guardFor, plain, settings });
}
