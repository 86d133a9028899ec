/** Capabilities of this Worker: programs in its sandbox, rows in D1, files in R2. */
import { createCatalog } from "../../capabilities/catalog/create-catalog.ts";
import type { Ids } from "../../domain/ids.ts";
import { loadTypeStripper } from "../../sandbox/strip-types.ts";
import { D1CapabilityStore } from "../../storage/d1/capabilities/capabilities.ts";
import type { Database } from "../../storage/d1/database.ts";
import { R2CapabilityFileStore } from "../../storage/r2/capability-files.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import { buildSandbox } from "./outside/sandbox.ts";

interface CapabilityWiring {
  env: Env;
  settings: Settings;
  db: Database;
  ids: Ids;
  now(): number;
}

export function wireCapabilities(wiring: CapabilityWiring): Pick<House, "sandbox" | "capabilities"> {
  const { env, settings, db, ids, now } = wiring;
  const sandbox = buildSandbox({ engine: settings.SANDBOX, loader: env["LOADER"] });
  const store = new D1CapabilityStore(db, now);
  const files = new R2CapabilityFileStore(env.BUCKET);
  return { sandbox, capabilities: createCatalog({ sandbox, store, files, ids, loadTypeStripper }) };
}
