/** The Worker's bindings. Read in index, config, wiring, stubs and Durable Object constructors only. */
import type { Conversation } from "../../durable-objects/conversation/conversation.ts";
import type { Gateway } from "../../durable-objects/gateway/gateway.ts";
import type { Person } from "../../durable-objects/person/person.ts";
import type { Research } from "../../durable-objects/research/research.ts";
import type { Scheduler } from "../../durable-objects/scheduler/scheduler.ts";

export interface Env {
  DB: D1Database;
  BUCKET: R2Bucket;
  ASSETS: Fetcher;
  /** The Worker that reads PDFs. */
  READER: Fetcher;
  /** "true" where this is the only process, as under `npm start`. */
  RUNS_ALONE?: string;
  CONVERSATION: DurableObjectNamespace<Conversation>;
  MONITOR: DurableObjectNamespace;
  PERSON: DurableObjectNamespace<Person>;
  GATEWAY: DurableObjectNamespace<Gateway>;
  SCHEDULER: DurableObjectNamespace<Scheduler>;
  RESEARCH: DurableObjectNamespace<Research>;
  /** Doorbells of jobs; a job runs without them too, but later. */
  JOBS_INTERACTIVE?: Queue;
  JOBS_BACKGROUND?: Queue;
  /** Optional bindings: absent or unusable locally. */
  AI?: Ai;
  VECTORIZE?: Vectorize;
  BROWSER?: Fetcher;
  /** Counts requests for a whole Cloudflare location; without it each isolate counts its own. */
  RATE_LIMITER?: RateLimit;
  /** Settings and secrets; parseConfig checks them. */
  [name: string]: unknown;
}
