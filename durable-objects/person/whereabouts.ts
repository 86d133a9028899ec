/**
 * Where somebody has sockets and streams open. When what they may do here changes, each of these places looks again at
 * what it holds open: within seconds, whatever dies in between.
 */
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Places } from "./places.ts";
import type { PersonPorts } from "./ports.ts";

export interface WhereaboutsDeps extends Pick<PersonPorts, "now" | "log" | "recheck"> {
  /** The person's id. */
  person: string;
  places: Places;
  /** Wakes the object at `at`, in ms since the epoch. */
  wakeAt(at: number): void;
}

/** A change that was announced and never said to be done is taken for done. */
const EXPECTED_WITHIN_MS = 3_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;
/** Places that are told side by side. */
const AT_ONCE = 20;

export class Whereabouts {
  private readonly deps: WhereaboutsDeps;
  private retryMs = FIRST_RETRY_MS;

  constructor(deps: WhereaboutsDeps) {
    this.deps = deps;
  }

  /** When what they may do has last changed; 0: never. */
  get changedAt(): number {
    return this.deps.places.changedAt;
  }

  /** Something of theirs is open there. When they last changed: who was let in before that is to be looked at again. */
  arrived(conversation: ConversationId): number {
    const { places, now } = this.deps;
    places.put(conversation, now());
    return places.changedAt;
  }

  /** Nothing of theirs is open there any more. */
  left(conversation: ConversationId): void {
    this.deps.places.remove(conversation);
  }

  /** Where something of theirs is open, as far as is known. */
  places(): ConversationId[] {
    return this.deps.places.all();
  }

  /** What they may do is about to change: `changed` follows, or that is assumed. */
  expect(): void {
    const { places, now, wakeAt } = this.deps;
    places.change(now(), { isExpected: true });
    wakeAt(now() + EXPECTED_WITHIN_MS);
  }

  /** What they may do has changed. Resolves when every place that can be reached has looked. */
  async changed(): Promise<void> {
    const { places, now } = this.deps;
    places.change(now(), { isExpected: false });
    await this.tell();
  }

  /** The alarm. */
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
