/** Sessions that are kept between the calls of a conversation, in memory: few, and not for long. */
import type { Clock } from "../../provider.ts";
import { RealtimeSession } from "./session.ts";

const MOST = 16;
/** While somebody listens, their next words come sooner. */
const SPOKEN_MS = 60_000;
/** Time in ms that a session waits for a tool's result. An open connection keeps its object awake, which costs. */
const WRITTEN_MS = 10_000;

interface Kept {
  session: RealtimeSession;
  /** Cancels its end. */
  stay(): void;
}

export class Sessions {
  private readonly clock: Clock;
  private readonly kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The session that waits under this name. */
  take(name: string): RealtimeSession | undefined {
    const kept = this.kept.get(name);
    this.kept.delete(name);
    kept?.stay();
    if (kept?.session.isFree) return kept.session;
    kept?.session.close();
    return undefined;
  }

  /** A session without a connection yet. Without a name it ends with its answer. */
  create(name: string | undefined, isSpoken: boolean): RealtimeSession {
    const ms = isSpoken ? SPOKEN_MS : WRITTEN_MS;
    return new RealtimeSession((session) =>
      name === undefined ? session.close() : this.keep(name, session, ms),
    );
  }

  private keep(name: string, session: RealtimeSession, ms: number): void {
    if (session.isLost) {
      session.close();
      return;
    }
    const stay = this.clock.after(ms, () => {
      session.close();
      if (this.kept.get(name)?.session === session) this.kept.delete(name);
    });
    this.kept.set(name, { session, stay });
    // The oldest is forgotten, not closed: it may belong to another object, and its own timer ends it.
    for (const oldest of this.kept.keys()) if (this.kept.size > MOST) this.kept.delete(oldest);
  }
}
