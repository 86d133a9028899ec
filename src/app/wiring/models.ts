/** Models of this Worker: its settings, its accounts in D1, its access to the network. */

import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Log } from "../../observability/log-port.ts";
import { BackgroundThrottle } from "../../platform/background-throttle.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import { Load } from "../../platform/load.ts";
import { TurnAdmission } from "../../platform/turn-admission.ts";
import type { ReadSetting } from "../../providers/accounts.ts";
import { baseUrlOf } from "../../providers/accounts.ts";
import type { MetadataPort } from "../../providers/capabilities.ts";
import type { Catalog } from "../../providers/catalog/catalog.ts";
import { parseCatalog } from "../../providers/catalog/catalog.ts";
import type { ProviderEntry } from "../../providers/catalog/schema.ts";
import type { Models } from "../../providers/create-models.ts";
import { createModels, DEFAULT_LIMITS } from "../../providers/create-models.ts";
import { createMetadata } from "../../providers/metadata/metadata.ts";
import { createLocalServer } from "../../providers/probe/local-server.ts";
import { systemClock } from "../../providers/system-clock.ts";
import { MODEL_FILES } from "../../storage/bundled.ts";
import type { Database } from "../../storage/d1/database.ts";
import { D1AccountStore } from "../../storage/d1/models/accounts.ts";
import { D1MetadataCache } from "../../storage/d1/models/model-metadata.ts";
import type { Sealer } from "../../storage/d1/models/seal.ts";
import type { ReadScan } from "../../tools/files/port.ts";
import { createReadDocument } from "../../tools/files/read-document.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import { buildGuard } from "./outside/guard.ts";
import { modelSocket } from "./outside/model-socket.ts";

interface ModelWiring {
  env: Env;
  settings: Settings;
  sealer: Sealer | undefined;
  db: Database;
  ids: Ids;
  log: Log;
  readPdf: ReadPdf;
  readScan: ReadScan;
}

interface WiredModels {
  models: Models;
  accounts: D1AccountStore;
  /** Admission control for turns, while streaming answers fill the thread. */
  starts: TurnAdmission;
  backgroundThrottle: BackgroundThrottle;
  screenModelAddress: GuardedFetch["screen"];
  /** Reaches the addresses of model servers. */
  modelFetch: typeof fetch;
}

export function wireModels({ env, settings, db, ids, log, sealer, ...readers }: ModelWiring): WiredModels {
  const setting: ReadSetting = (name) => {
    const value = env[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const catalog = parseCatalog(MODEL_FILES);
  const trusted = trustedOrigins(catalog, setting);
  const accounts = new D1AccountStore({
    db,
    local: localServer(catalog, setting),
    sealer,
    clock: systemClock,
    background: (work) => void work,
    onFailure: (what, problem) => log.warn("accounts_failed", { what, problem: String(problem) }),
  });
  // Begun with the house, so that what was chosen in the app is known before the first turn asks for it.
  accounts.snapshot();
  // Addresses that somebody typed in: what was confirmed for models is open to them alone.
  const guard = buildGuard(settings, () => accounts.confirmedHosts());
  const modelFetch = fetchFor(trusted, guard);
  const load = new Load();
  const models = createModels({
    catalog,
    setting,
    accounts,
    clock: systemClock,
    load,
    random: () => Math.random(),
    createCallId: () => ids.create("call"),
    fetch: modelFetch,
    nearby: plainFetch,
    openSocket: modelSocket(modelFetch),
    ai: env.AI,
    metadata: wireMetadata(catalog, setting, { db, log }),
    limits: limitsOf(settings),
    cache_lifetime: settings.PROMPT_CACHE_LIFETIME ?? "5m",
    readDocument: createReadDocument(readers.readPdf, readers.readScan),
  });
  const screenModelAddress: GuardedFetch["screen"] = (address) =>
    trusted.has(originOf(address)) ? { ok: true } : guard.screen(address);
  const starts = new TurnAdmission(load);
  const backgroundThrottle = new BackgroundThrottle(starts);
  return { models, accounts, starts, backgroundThrottle, screenModelAddress, modelFetch };
}

/** Each account asks one or two, again and again: the cache saves parsing them each time. */
const MOST_ADDRESSES = 100;

/** Addresses that the operator or the catalog named are trusted; all others were typed in by somebody. */
function fetchFor(trusted: ReadonlySet<string>, guard: GuardedFetch): typeof fetch {
  const known = new BoundedMap<boolean>({ most: MOST_ADDRESSES });
  const isTrusted = (url: string) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const found = trusted.has(originOf(url));
    known.set(url, found);
    return found;
  };
  return (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    return isTrusted(url) ? plainFetch(input, init) : guard.fetch(input, init);
  };
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? "";
}

function trustedOrigins(catalog: Catalog, setting: ReadSetting): Set<string> {
  return new Set(catalog.providers.flatMap((provider) => trustedOrigin(provider, setting)));
}

/** An Ollama beside this instance, if the operator lets it be found and has not given its address. */
function localServer(catalog: Catalog, setting: ReadSetting) {
  const ollama = catalog.provider(OLLAMA);
  if (!ollama?.base_url || !findsOllama(setting) || setting("OLLAMA_BASE_URL")) return undefined;
  const account = {
    id: "found_ollama",
    provider: OLLAMA,
    label: "Found on this machine",
    key: "",
    priority: 0,
  };
  return {
    account,
    server: createLocalServer({ address: ollama.base_url, fetch: plainFetch, clock: systemClock }),
  };
}

const OLLAMA = "ollama";

function findsOllama(setting: ReadSetting): boolean {
  return setting("FIND_OLLAMA") === "true";
}

/** A catalog's address on this machine is trusted only once the operator has set it; others are the providers' own. */
function trustedOrigin(provider: ProviderEntry, setting: ReadSetting): string[] {
  const isNamed =
    Boolean(provider.base_url_variable && setting(provider.base_url_variable)) ||
    (provider.name === OLLAMA && findsOllama(setting));
  const origin = URL.parse(baseUrlOf(provider, setting) ?? "")?.origin;
  return origin !== undefined && (isNamed || provider.local_port === undefined) ? [origin] : [];
}

/** Called without a receiver: the runtime's own fetch must not be called as somebody's method. */
const plainFetch: typeof fetch = (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init);

function limitsOf(settings: Settings) {
  const { MODEL_FIRST_BYTE_SECONDS: first, MODEL_STALL_SECONDS: stall } = settings;
  return {
    ...DEFAULT_LIMITS,
    ...(first !== undefined && { first_byte_ms: first * 1_000 }),
    ...(stall !== undefined && { stall_ms: stall * 1_000 }),
  };
}

function wireMetadata(
  catalog: Catalog,
  setting: ReadSetting,
  { db, log }: Pick<ModelWiring, "db" | "log">,
): MetadataPort {
  return createMetadata({
    catalog,
    cache: new D1MetadataCache(db),
    clock: systemClock,
    fetch: plainFetch,
    addressOf: (provider) =>
      provider.key_variable && setting(provider.key_variable) ? baseUrlOf(provider, setting) : undefined,
    onFailure: (provider, problem) => log.warn("model_list_failed", { provider, problem: String(problem) }),
  });
}
