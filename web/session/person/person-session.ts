/** One's own socket: tells what has changed in the lists. Connected anew, it has them read, and what was missed with them. */
import type { ConversationSummary, PersonFrame } from "../../../src/channels/web/wire.ts";
import { Link, type LinkDeps, type Socket, type SocketListener } from "../../connection/link.ts";
import { parsePersonFrame } from "../../connection/person-frames.ts";

export interface PersonSessionDeps extends Pick<LinkDeps, "after" | "random" | "diagnose"> {
  openSocket(listener: SocketListener): Socket;
  /** Connected: from here on all is told, so what is there now is to be read. */
  connected(): void;
  /** As the list shows them now; `gone` are not in it any more. */
  changed(items: readonly ConversationSummary[], gone: readonly string[]): void;
  /** What waits may be another thing now. */
  inboxChanged(): void;
}

export class PersonSession {
  private readonly deps: PersonSessionDeps;
  private readonly link: Link;

  /** Dials at once. */
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

  /** The network is back, or the page is seen again. */
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
