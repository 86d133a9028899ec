/**
 * A person's open apps, one socket each, are told when something in their lists changes. Missed frames are
 * not kept, since a client reads anew when it connects. When a change cannot be sent, clients are closed and
 * told to reconnect.
 */
import { CLOSED, type PersonFrame } from "../../src/channels/web/wire.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { PersonPorts } from "./ports.ts";

/** One open app, on one socket. */
export interface Listener {
  readonly principal: Principal;
  /** Replaces the principal after a change of role or name. */
  become(principal: Principal): void;
  /** Sends a frame. The socket may be closed already. */
  send(frame: PersonFrame): void;
  leave(why: { code: number; reason: string }): void;
}

interface ListenersDeps extends Pick<PersonPorts, "log" | "standing" | "listed"> {
  /** The person's id. */
  person: string;
  all(): readonly Listener[];
}

/** Close frame that makes a client connect again. */
const ANEW = { code: 1012, reason: "Something could not be told. Read anew." };
/** Conversations in one frame. */
const MOST_AT_ONCE = 50;

export class Listeners {
  private readonly deps: ListenersDeps;
  /** Changed conversations that were not sent yet. */
  private readonly changed = new Set<string>();
  private isNews = false;
  private telling: Promise<void> | undefined;

  constructor(deps: ListenersDeps) {
    this.deps = deps;
  }

  /**
   * Reports changed conversations, or changes in what waits there. Resolves once they are sent. Never
   * rejects.
   */
  notify(conversations: readonly string[]): Promise<void> {
    if (this.deps.all().length === 0) return Promise.resolve();
    for (const id of conversations) this.changed.add(id);
    this.isNews = true;
    this.telling ??= this.tell().finally(() => {
      this.telling = undefined;
    });
    return this.telling;
  }

  /**
   * Reads everybody's standing anew after a change. Clients that are still allowed stay. Never rejects; when
   * the standing cannot be read, all reconnect.
   */
  async recheck(): Promise<void> {
    const { all, standing, log } = this.deps;
    for (const listener of all())
      try {
        const today = await standing(listener.principal);
        if (today) listener.become(today);
        else listener.leave(CLOSED.signed_out);
      } catch (problem) {
        log.warn("listener_not_checked", { problem: String(problem) });
        listener.leave(ANEW);
      }
  }

  private async tell(): Promise<void> {
    const { all, log } = this.deps;
    while (this.isNews || this.changed.size > 0) {
      this.isNews = false;
      const ids = [...this.changed].slice(0, MOST_AT_ONCE);
      for (const id of ids) this.changed.delete(id);
      try {
        for (const frame of await this.framesOf(ids)) for (const listener of all()) listener.send(frame);
      } catch (problem) {
        log.warn("listeners_not_told", { problem: String(problem) });
        this.changed.clear();
        for (const listener of all()) listener.leave(ANEW);
      }
    }
  }

  private async framesOf(ids: readonly string[]): Promise<PersonFrame[]> {
    if (ids.length === 0) return [{ type: "inbox" }];
    const items = await this.deps.listed(this.deps.person, ids);
    const gone = ids.filter((id) => items.every((item) => item.id !== id));
    return [{ type: "conversations", items, gone }, { type: "inbox" }];
  }
}
