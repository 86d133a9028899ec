/**
 * The person's socket: reports changes of the lists. After each reconnect the lists are read, which covers missed
 * changes.
 */
import type { ConversationSummary, PersonFrame } from "../../../src/channels/web/wire.ts";
import { Link, type LinkDeps, type Socket, type SocketListener } from "../../connection/link.ts";
import { parsePersonFrame } from "../../connection/person-frames.ts";

interface PersonSessionDeps extends Pick<LinkDeps, "after" | "random" | "diagnose"> {
  openSocket(listener: SocketListener): Socket;
  /** Connected: all changes are reported from here on, so read the current state now. */
  connected(): void;
  /** Items as the list shows them now; `gone` are no longer in it. */
  changed(items: readonly ConversationSummary[], gone: readonly string[]): void;
  /** The inbox may have changed. */
  inboxChanged(): void;
}

export class PersonSession {
  private readonly deps: PersonSessionDeps;
  private readonly link: Link;

  /** Connects at once. */
  constructor(deps: PersonSessionDeps) {
    this.deps = deps;
    const { after, random, diagnose } = deps;
    this.link = new Link({
      after,
      random,
      diagnose,
      open: (_cursor, listener) => deps.openSocket(this.overhearing(listener)),
      cursor: () => 0,
      onEvent: () => undefined,
      onFrame: () => undefined,
      onState: () => undefined,
    });
  }

  /** Call it when the network is back, or the page is visible again. */
  nudge(): void {
    this.link.nudge();
  }

  close(): void {
    this.link.close();
  }

  private overhearing(listener: SocketListener): SocketListener {
    return {
      opened: () => listener.opened(),
      closed: () => listener.closed(),
      received: (data) => {
        listener.received(data);
        const frame = parsePersonFrame(data);
        if (frame) this.heard(frame);
      },
    };
  }

  private heard(frame: PersonFrame): void {
    if (frame.type === "ready") this.deps.connected();
    if (frame.type === "conversations") this.deps.changed(frame.items, frame.gone);
    if (frame.type === "inbox") this.deps.inboxChanged();
  }
}
