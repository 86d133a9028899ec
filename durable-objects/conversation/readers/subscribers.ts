/**
 * Subscribers to the conversation's events: hibernating sockets and open event streams, any number of them.
 */
import type { NightjarEvent } from "../../../src/domain/events.ts";

import type { Seat } from "./audience.ts";

/**
 * An open event stream. `send` returns false when its reader is gone or too slow; the reader then reconnects
 * with its cursor.
 */
export interface EventSink {
  send(event: NightjarEvent): boolean;
  close(): void;
  /** The stream's reader; absent when only the object itself reads it. */
  seat?: Seat;
}

export interface SocketLike {
  send(text: string): void;
}

export class Subscribers {
  private readonly sockets: () => readonly SocketLike[];
  private readonly sinks = new Set<EventSink>();

  constructor(sockets: () => readonly SocketLike[]) {
    this.sockets = sockets;
  }

  /** Somebody has the conversation open in the app. */
  get hasSockets(): boolean {
    return this.sockets().length > 0;
  }

  get streams(): number {
    return this.sinks.size;
  }

  /** Seats of the event streams. */
  get seats(): Seat[] {
    return [...this.sinks].flatMap(({ seat }) => seat ?? []);
  }

  add(sink: EventSink): () => void {
    this.sinks.add(sink);
    return () => this.sinks.delete(sink);
  }

  broadcast(event: NightjarEvent): void {
    const sockets = this.sockets();
    if (sockets.length > 0) {
      const frame = JSON.stringify(event);
      for (const socket of sockets) sendQuietly(socket, frame);
    }
    for (const sink of this.sinks) {
      if (!sink.send(event)) this.sinks.delete(sink);
    }
  }
}

/** A socket that closes during a send gets what it missed when its client reconnects with the cursor. */
export function sendQuietly(socket: SocketLike, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    // The socket closed meanwhile; the runtime removes it.
  }
}
