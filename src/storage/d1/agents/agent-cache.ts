/** Agents as the loop reads them: from memory, so that the first token does not wait for D1. */
import { type Agent, DEFAULT_AGENT } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";

/** How long another isolate's edit may go unseen here. */
const FRESH_MS = 2_000;
const STALE_MS = 60_000;
/** What a turn leaves is written some seconds after it. */
const LATELY_MS = 10_000;
const MOST = 1_000;

export interface AgentReader {
  /** Rejects when storage fails. */
  get(slug: string): Promise<Agent | undefined>;
}

interface Cached {
  agent: Agent;
  read_at: number;
}

export class AgentCache {
  private readonly store: AgentReader;
  private readonly now: () => number;
  private readonly cached = new Map<string, Cached>();
  /** How many edits were made here. */
  edits = 0;
  /** When the reading that is under way began. */
  private readonly renewing = new Map<string, number>();
  /** Whose last reading failed. */
  private readonly doubtful = new Set<string>();

  constructor(store: AgentReader, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** The named agent, or the default one when it is null or gone. Rejects when D1 does. */
  get(slug: string | null): Agent | Promise<Agent> {
    const name = slug ?? DEFAULT_AGENT;
    const known = this.cached.get(name);
    const age = known ? this.now() - known.read_at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.agent;
    if (!known) return this.read(name);
    // What is known answers when D1 does not; a little old, it answers now and is renewed for the next turn.
    if (age > STALE_MS) return this.read(name).catch(() => known.agent);
    if (this.now() - (this.renewing.get(name) ?? 0) > FRESH_MS) this.renew(name);
    return known.agent;
  }

  /**
   * As `get`, for who may talk to it: nothing that is older than a minute, and with `isSure` nothing that could not be
   * read anew. Rejects where D1 does not answer.
   */
  trusted(slug: string | null, { isSure }: { isSure: boolean }): Agent | Promise<Agent> {
    const name = slug ?? DEFAULT_AGENT;
    const known = this.cached.get(name);
    const isTrusted = known && this.now() - known.read_at <= STALE_MS && !(isSure && this.doubtful.has(name));
    return isTrusted ? this.get(slug) : this.read(name);
  }

  /** As it is now. Rejects when D1 does. */
  anew(slug: string): Promise<Agent> {
    return this.read(slug);
  }

  /** As it was last read, however long ago; undefined: it is not in memory. */
  known(slug: string): Agent | undefined {
    return this.cached.get(slug)?.agent;
  }

  /** As `get`, for what follows a turn: as the turn had it, where that was lately, and nothing is read for it. */
  lately(slug: string | null): Agent | Promise<Agent> {
    const known = this.cached.get(slug ?? DEFAULT_AGENT);
    return known && this.now() - known.read_at < LATELY_MS ? known.agent : this.get(slug);
  }

  /** Whether there is an agent of that name. Rejects when D1 has to be asked and does not answer. */
  async has(slug: string): Promise<boolean> {
    // The default agent may stand in for one that was made meanwhile: only what bears the name proves it.
    return this.cached.get(slug)?.agent.slug === slug || (await this.store.get(slug)) !== undefined;
  }

  /** One reading for all turns that find it a little old. */
  private renew(name: string): void {
    this.renewing.set(name, this.now());
    const done = () => void this.renewing.delete(name);
    this.read(name)
      .catch(() => this.doubtful.add(name))
      .then(done, done);
  }

  /** An agent was edited here: also who stood in for it is asked anew. */
  forget(slug: string): void {
    this.edits += 1;
    for (const [name, { agent }] of this.cached) {
      if (name === slug || agent.slug === slug) this.cached.delete(name);
    }
  }

  private async read(slug: string): Promise<Agent> {
    const { edits } = this;
    const agent =
      (await this.store.get(slug)) ??
      (slug === DEFAULT_AGENT ? undefined : await this.store.get(DEFAULT_AGENT));
    if (!agent)
      throw new AppError(
        "resource_not_found",
        `There is no agent "${slug}", and no default agent either: create one.`,
      );
    this.doubtful.delete(slug);
    // What was read before an edit is not kept beyond it.
    return edits === this.edits ? this.keep(slug, agent) : agent;
  }

  /** While nothing of it has changed it stays the same one: what was made of it is kept by it, and conversations share it. */
  private keep(slug: string, agent: Agent): Agent {
    const known = this.cached.get(slug)?.agent;
    const kept = known && JSON.stringify(known) === JSON.stringify(agent) ? known : agent;
    this.cached.delete(slug);
    this.cached.set(slug, { agent: kept, read_at: this.now() });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MOST && oldest !== undefined) this.cached.delete(oldest);
    return kept;
  }
}
