/**
 * Tracks the conversations where a person has sockets or streams open. When the person's rights change, each
 * of these checks its open connections again, within seconds and across crashes.
 */
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Places } from "./places.ts";
import type { PersonPorts } from "./ports.ts";

interface ConnectionRegistryDeps extends Pick<PersonPorts, "now" | "log" | "recheck"> {
  /** The person's id. */
  person: string;
  places: Places;
  /** Sets the alarm to `at`, in ms since the epoch. */
  wakeAt(at: number): void;
}

/** An announced change that is never confirmed counts as made after this time. */
const EXPECTED_WITHIN_MS = 3_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;
/** Conversations that are checked in parallel. */
const AT_ONCE = 20;

export class ConnectionRegistry {
  private readonly deps: ConnectionRegistryDeps;
  private retryMs = FIRST_RETRY_MS;

  constructor(deps: ConnectionRegistryDeps) {
    this.deps = deps;
  }

  /** Time of the last change of the person's rights, in ms since the epoch; 0: never. */
  get changedAt(): number {
    return this.deps.places.changedAt;
  }

  /**
   * Records that the person has something open there. Returns the time of their last change: whoever was
   * admitted before it must be checked again.
   */
  arrived(conversation: ConversationId): number {
    const { places, now } = this.deps;
    places.put(conversation, now());
    return places.changedAt;
  }

  /** Ends it: nothing of the person's is open there any more. */
  left(conversation: ConversationId): void {
    this.deps.places.remove(conversation);
  }

  /** Conversations where something of the person's is open, as far as is known. */
  places(): ConversationId[] {
    return this.deps.places.all();
  }

  /**
   * Announces a change of the person's rights. `changed` follows; otherwise it is assumed after a few
   * seconds.
   */
  expect(): void {
    const { places, now, wakeAt } = this.deps;
    places.change(now(), { isExpected: true });
    wakeAt(now() + EXPECTED_WITHIN_MS);
  }

  /** The person's rights have changed. Resolves when every reachable conversation has checked again. */
  async changed(): Promise<void> {
    const { places, now } = this.deps;
    places.change(now(), { isExpected: false });
    await this.tell();
  }

  /** The object's alarm. */
  async wake(): Promise<void> {
    if (this.deps.places.isExpecting) await this.changed();
    else await this.tell();
  }

  private async tell(): Promise<void> {
    const { places, wakeAt, now } = this.deps;
    const due = places.due();
    for (let at = 0; at < due.length; at += AT_ONCE)
      await Promise.all(due.slice(at, at + AT_ONCE).map((conversation) => this.look(conversation)));
    if (places.due().length === 0) {
      this.retryMs = FIRST_RETRY_MS;
      return;
    }
    wakeAt(now() + this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
  }

  private async look(conversation: ConversationId): Promise<void> {
    const { places, recheck, person, log } = this.deps;
    const { changedAt } = places;
    try {
      if (await recheck(conversation, person)) places.put(conversation, changedAt);
      else places.remove(conversation);
    } catch (problem) {
      log.warn("place_not_told", { conversation, problem: String(problem) });
    }
  }
}
