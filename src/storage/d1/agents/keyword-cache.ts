/** The keywords of all agents as the front door reads them: made again when they are a little old, not for each message. */
import { Keywords } from "../../../routing/keywords.ts";
import type { AgentStore } from "./agents.ts";

/** How long an edit of an agent may go unseen here. */
const FRESH_MS = 2_000;

export class KeywordCache {
  private readonly store: Pick<AgentStore, "list">;
  private readonly now: () => number;
  private made: { keywords: Keywords; read_at: number } | undefined;
  private reading: Promise<Keywords> | undefined;

  constructor(store: Pick<AgentStore, "list">, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** What is known answers, and is renewed for the next message; only the first one waits. Rejects when D1 does. */
  get(): Keywords | Promise<Keywords> {
    const { made } = this;
    if (made && this.now() - made.read_at < FRESH_MS) return made.keywords;
    const reading = this.read();
    if (!made) return reading;
    reading.catch(() => undefined);
    return made.keywords;
  }

  private read(): Promise<Keywords> {
    const read_at = this.now();
    this.reading ??= this.store
      .list()
      .then((agents) => {
        const keywords = new Keywords(agents);
        this.made = { keywords, read_at };
        return keywords;
      })
      .finally(() => {
        this.reading = undefined;
      });
    return this.reading;
  }
}
