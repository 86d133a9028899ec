/** Cache of agents, so that the first token does not wait for D1. */
import { type Agent, DEFAULT_AGENT } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";

/** Follow-up work of a turn is written within some seconds. */
const LATELY_MS = 10_000;
/** No reading decides about access for longer. */
const TRUSTED_MS = 60_000;

export interface AgentReader {
  /** Rejects when storage fails. */
  get(slug: string): Promise<Agent | undefined>;
}

export class AgentCache {
  private readonly store: AgentReader;
  /** By the name asked for: where there is no such agent, the default one stands in. */
  private readonly cached: SwrCache<Agent>;
  /** Number of edits made in this isolate. */
  edits = 0;

  constructor(store: AgentReader, now: () => number) {
    this.store = store;
    this.cached = new SwrCache({ read: (name) => this.read(name), now, stale_ms: TRUSTED_MS });
  }

  /**
   * The named agent, or the default one if the name is null or gone. A cached agent is used even when D1 is
   * down; rejects when D1 does and none is cached.
   */
  get(slug: string | null): Agent | Promise<Agent> {
    return this.cached.get(slug ?? DEFAULT_AGENT);
  }

  /**
   * Like `get`, for access decisions: never returns a reading older than a minute, and with `isSure` none
   * whose refresh failed. Rejects when D1 does not answer.
   */
  trusted(slug: string | null, { isSure }: { isSure: boolean }): Agent | Promise<Agent> {
    const name = slug ?? DEFAULT_AGENT;
    const known = this.cached.entry(name);
    const isTrusted = known && known.age_ms < TRUSTED_MS && !(isSure && known.isDoubtful);
    return isTrusted ? this.cached.get(name) : this.cached.anew(name);
  }

  /** Reads past the cache. Rejects when D1 does. */
  anew(slug: string): Promise<Agent> {
    return this.cached.anew(slug);
  }

  /** The cached agent, however old; undefined if it is not cached. */
  known(slug: string): Agent | undefined {
    return this.cached.known(slug);
  }

  /**
   * Like `get`, for follow-up work of a turn: prefers the reading that the turn had, if recent, without
   * another read.
   */
  lately(slug: string | null): Agent | Promise<Agent> {
    const known = this.cached.entry(slug ?? DEFAULT_AGENT);
    return known && known.age_ms < LATELY_MS ? known.value : this.get(slug);
  }

  /** Whether an agent of that name exists. Rejects when D1 has to be asked and does not answer. */
  async has(slug: string): Promise<boolean> {
    // The default agent may be cached under this name, and the agent may have been created since: only its
    // own slug proves that it exists.
    return this.known(slug)?.slug === slug || (await this.store.get(slug)) !== undefined;
  }

  /** Call it after an edit in this isolate. Also drops names for which this agent stood in. */
  forget(slug: string): void {
    this.edits += 1;
    this.cached.forgetIf((agent, name) => name === slug || agent.slug === slug);
  }

  /**
   * An unchanged agent keeps its object identity: values derived from it are cached by it, and conversations
   * share it.
   */
  private async read(name: string): Promise<Agent> {
    const agent =
      (await this.store.get(name)) ??
      (name === DEFAULT_AGENT ? undefined : await this.store.get(DEFAULT_AGENT));
    if (!agent)
      throw new AppError(
        "resource_not_found",
        `There is no agent "${name}", and no default agent either: create one.`,
      );
    const known = this.known(name);
    return known && JSON.stringify(known) === JSON.stringify(agent) ? known : agent;
  }
}
