/**
 * Subscribers to the conversation's events: hibernating sockets and open event streams, any number of them.
 */
import type { SpeechFrame } from "../../../src/channels/web/wire.ts";
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
  private readonly listening: () => readonly SocketLike[];
  private readonly sinks = new Set<EventSink>();

  /** `listening`: the sockets whose readers hear the answers. */
  constructor(sockets: () => readonly SocketLike[], listening: () => readonly SocketLike[] = () => []) {
    this.sockets = sockets;
    this.listening = listening;
  }

  get hasListeners(): boolean {
    return this.listening().length > 0;
  }

  /** Sends a piece of sound to those who listen. */
  speak(speech: SpeechFrame): void {
    const frame = JSON.stringify(speech);
    for (const socket of this.listening()) sendQuietly(socket, frame);
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
