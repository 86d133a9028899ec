/** The keywords of all agents as the front door reads them: made again when they are a little old, not for each message. */
import { KeptReadings } from "../../../platform/kept-readings.ts";
import { Keywords } from "../../../routing/keywords.ts";
import type { AgentStore } from "./agents.ts";

const ALL = "all";

export interface KeywordCacheDeps {
  store: Pick<AgentStore, "list">;
  now(): number;
  /** How many edits of agents were made here: after another one, what is known does not count. */
  edits(): number;
}

export class KeywordCache {
  private readonly deps: KeywordCacheDeps;
  /** Values alone: a promise that one object waits for never settles for the others once that object is reset. */
  private readonly kept: KeptReadings<Keywords>;
  private edits = 0;

  constructor(deps: KeywordCacheDeps) {
    this.deps = deps;
    this.kept = new KeptReadings({
      read: async () => new Keywords(await deps.store.list()),
      now: deps.now,
      most: 1,
    });
  }

  /** What is known answers, and is renewed for the next message; who finds nothing reads for itself. Rejects when D1 does. */
  get(): Keywords | Promise<Keywords> {
    const edits = this.deps.edits();
    if (edits !== this.edits) this.kept.forgetAll();
    this.edits = edits;
    return this.kept.get(ALL);
  }
}
