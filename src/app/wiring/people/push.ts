/** Push notifications of this Worker. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { Log } from "../../../observability/log-port.ts";
import { createPush, type Push } from "../../../push/push.ts";
import type { Database } from "../../../storage/d1/database.ts";
import type { Sealer } from "../../../storage/d1/models/seal.ts";
import { VapidKeyStore } from "../../../storage/d1/push/vapid-keys.ts";

interface PushWiring {
  sealer: Sealer | undefined;
  db: Database;
  guard: GuardedFetch;
  log: Log;
  now(): number;
  random(bytes: Uint8Array): void;
}

export function wirePush({ sealer, db, guard, log, now, random }: PushWiring): { push: Push } {
  const keys = new VapidKeyStore(db, sealer);
  return { push: createPush({ keys: () => keys.get(), guard, log, now, random }) };
}
