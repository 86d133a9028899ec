/** Cache of agents, so that the first token does not wait for D1. */
import { type Agent, DEFAULT_AGENT } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";

/** How long another isolate's edit may go unseen here. */
const FRESH_MS = 2_000;
const STALE_MS = 60_000;
/** Follow-up work of a turn is written within some seconds. */
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
  /** Number of edits made in this isolate. */
  edits = 0;
  /** Start time of the refresh under way, by slug. */
  private readonly renewing = new Map<string, number>();
  /** Slugs whose last refresh failed. */
  private readonly doubtful = new Set<string>();

  constructor(store: AgentReader, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** The named agent, or the default one if the name is null or gone. Rejects when D1 does. */
  get(slug: string | null): Agent | Promise<Agent> {
    const name = slug ?? DEFAULT_AGENT;
    const known = this.cached.get(name);
    const age = known ? this.now() - known.read_at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.agent;
    if (!known) return this.read(name);
    // A cached agent is used even when D1 is down. A stale one is returned at once, and refreshed for the
    // next turn.
    if (age > STALE_MS) return this.read(name).catch(() => known.agent);
    if (this.now() - (this.renewing.get(name) ?? 0) > FRESH_MS) this.renew(name);
    return known.agent;
  }

  /**
   * Like `get`, for access decisions: never returns a reading older than a minute, and with `isSure` none
   * whose refresh failed. Rejects when D1 does not answer.
   */
  trusted(slug: string | null, { isSure }: { isSure: boolean }): Agent | Promise<Agent> {
    const name = slug ?? DEFAULT_AGENT;
    const known = this.cached.get(name);
    const isTrusted = known && this.now() - known.read_at <= STALE_MS && !(isSure && this.doubtful.has(name));
    return isTrusted ? this.get(slug) : this.read(name);
  }

  /** Reads past the cache. Rejects when D1 does. */
  anew(slug: string): Promise<Agent> {
    return this.read(slug);
  }

  /** The cached agent, however old; undefined if it is not cached. */
  known(slug: string): Agent | undefined {
    return this.cached.get(slug)?.agent;
  }

  /**
   * Like `get`, for follow-up work of a turn: prefers the reading that the turn had, if recent, without
   * another read.
   */
  lately(slug: string | null): Agent | Promise<Agent> {
    const known = this.cached.get(slug ?? DEFAULT_AGENT);
    return known && this.now() - known.read_at < LATELY_MS ? known.agent : this.get(slug);
  }

  /** Whether an agent of that name exists. Rejects when D1 has to be asked and does not answer. */
  async has(slug: string): Promise<boolean> {
    // The default agent may be cached under this name, and the agent may have been created since: only its
    // own slug proves that it exists.
    return this.cached.get(slug)?.agent.slug === slug || (await this.store.get(slug)) !== undefined;
  }

  /** Stale-while-revalidate: one refresh serves all turns that find it stale. */
  private renew(name: string): void {
    this.renewing.set(name, this.now());
    const done = () => void this.renewing.delete(name);
    this.read(name)
      .catch(() => this.doubtful.add(name))
      .then(done, done);
  }

  /** Call it after an edit in this isolate. Also drops names for which this agent stood in. */
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
    // A reading that began before an edit is not cached.
    return edits === this.edits ? this.keep(slug, agent) : agent;
  }

  /**
   * An unchanged agent keeps its object identity: values derived from it are cached by it, and conversations
   * share it.
   */
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
