/** A connection to the Gateway, as a session uses it. */

export interface GatewaySocket {
  send(text: string): void;
  /** Any code but 1000 and 1001 leaves the session there. */
  close(code: number): void;
}

export interface SocketListener {
  message(text: string): void;
  /** Once, however it ended; 1006 where nobody has said. */
  closed(code: number): void;
}

/** Rejects where nothing can be opened. */
export type OpenSocket = (url: string, listener: SocketListener) => Promise<GatewaySocket>;
