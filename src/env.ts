/** The Worker's bindings. Read in index, config, wiring, stubs and Durable Object constructors only. */
import type { Conversation } from "../durable-objects/conversation/conversation.ts";

export interface Env {
  DB: D1Database;
  BUCKET: R2Bucket;
  ASSETS: Fetcher;
  CONVERSATION: DurableObjectNamespace<Conversation>;
  MONITOR: DurableObjectNamespace;
  /** Doorbells of jobs; a job runs without them too, but later. */
  JOBS_INTERACTIVE?: Queue;
  JOBS_BACKGROUND?: Queue;
  /** Optional bindings: absent or unusable locally. */
  AI?: Ai;
  VECTORIZE?: Vectorize;
  BROWSER?: Fetcher;
  /** Settings and secrets; parseConfig checks them. */
  [name: string]: unknown;
}
