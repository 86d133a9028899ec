/** Options of the model port. */
import type { Load } from "../platform/load.ts";
import type { AccountStore, ReadSetting } from "./accounts.ts";
import type { MetadataPort } from "./capabilities.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { FailoverLimits } from "./failover/run.ts";
import type { OpenModelSocket } from "./openai/realtime/socket.ts";
import type { ReadDocument } from "./prompt/documents.ts";
import type { CacheLifetime, Clock } from "./provider.ts";
import type { WorkersAi } from "./workers-ai/workers-ai.ts";

export interface ModelsOptions {
  catalog: Catalog;
  /** Reads a setting by its variable's name, at each call. */
  setting: ReadSetting;
  accounts: AccountStore;
  clock: Clock;
  /** Load of the thread that serves all answers. */
  load: Load;
  /** In [0, 1). */
  random(): number;
  createCallId(): string;
  /** Called only for addresses that the operator or the catalog names. */
  fetch: typeof fetch;
  /** Reaches loopback addresses, to look for model servers there. Undefined: `fetch` does. */
  nearby?: typeof fetch;
  /** Opens connections to realtime models, to the same addresses. Undefined: they can't be called. */
  openSocket?: OpenModelSocket | undefined;
  /** Undefined where there is no AI binding, or it cannot be called. */
  ai?: WorkersAi | undefined;
  metadata?: MetadataPort | undefined;
  limits?: Partial<FailoverLimits>;
  cache_lifetime?: CacheLifetime;
  /** Reads documents for models that cannot. Undefined: documents are left out. */
  readDocument?: ReadDocument | undefined;
  /** Pace of the offline model, in ms per word. */
  offline_pace_ms?: number;
}
