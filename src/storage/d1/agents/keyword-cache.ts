/** The keywords of all agents as the front door reads them: made again when they are a little old, not for each message. */
import { Keywords } from "../../../routing/keywords.ts";
import type { AgentStore } from "./agents.ts";

/** How long an edit of an agent may go unseen here. */
const FRESH_MS = 2_000;

export interface KeywordCacheDeps {
  store: Pick<AgentStore, "list">;
  now(): number;
  /** How many edits of agents were made here: after another one, what is known does not count. */
  edits(): number;
}

interface Made {
  keywords: Keywords;
  read_at: number;
  edits: number;
}

export class KeywordCache {
  private readonly deps: KeywordCacheDeps;
  private made: Made | undefined;
  private reading: { done: Promise<Keywords>; edits: number } | undefined;

  constructor(deps: KeywordCacheDeps) {
    this.deps = deps;
  }

  /** What is known answers, and is renewed for the next message; only the first one waits. Rejects when D1 does. */
  get(): Keywords | Promise<Keywords> {
    const edits = this.deps.edits();
    const made = this.made?.edits === edits ? this.made : undefined;
    if (made && this.deps.now() - made.read_at < FRESH_MS) return made.keywords;
    const reading = this.read(edits);
    if (!made) return reading;
    reading.catch(() => undefined);
    return made.keywords;
  }

  private read(edits: number): Promise<Keywords> {
    if (this.reading?.edits === edits) return this.reading.done;
    const done = this.make(edits).finally(() => {
      if (this.reading?.edits === edits) this.reading = undefined;
    });
    this.reading = { done, edits };
    return done;
  }

  private async make(edits: number): Promise<Keywords> {
    const read_at = this.deps.now();
    const keywords = new Keywords(await this.deps.store.list());
    if (edits >= (this.made?.edits ?? 0)) this.made = { keywords, read_at, edits };
    return keywords;
  }
}
